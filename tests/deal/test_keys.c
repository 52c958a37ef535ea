/* Secrets, keys and seeds: on what each of them depends. */
#include "deal/deal.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

static bool is_equal(const uint8_t a[DOM_DEAL_KEY_BYTES], const uint8_t b[DOM_DEAL_KEY_BYTES])
{
    return memcmp(a, b, DOM_DEAL_KEY_BYTES) == 0;
}

static dom_deal_key key_of(uint64_t seed, const char *tournament, uint32_t set)
{
    dom_deal_secret secret;
    dom_deal_key key;
    dom_deal_secret_of_seed(&secret, seed);
    dom_deal_key_of_set(&key, &secret, tournament, set);
    return key;
}

Test(deal_keys, two_secrets_from_the_kernel_differ)
{
    dom_err err;
    dom_deal_secret one, two;
    cr_assert(eq(int, dom_deal_secret_draw(&one, &err), DOM_OK));
    cr_assert(eq(int, dom_deal_secret_draw(&two, NULL), DOM_OK));
    cr_assert(not(is_equal(one.byte, two.byte)));
}

Test(deal_keys, cleared_secrets_and_keys_are_zero)
{
    uint8_t zero[DOM_DEAL_KEY_BYTES] = {0};
    dom_deal_secret secret;
    dom_deal_secret_of_seed(&secret, 1);
    dom_deal_secret_clear(&secret);
    dom_deal_key key = key_of(1, "spring", 1);
    dom_deal_key_clear(&key);
    cr_assert(is_equal(secret.byte, zero));
    cr_assert(is_equal(key.byte, zero));
}

Test(deal_keys, set_key_depends_on_secret_tournament_and_set)
{
    dom_deal_key key = key_of(1, "spring", 1);
    cr_assert(is_equal(key.byte, key_of(1, "spring", 1).byte));
    cr_assert(not(is_equal(key.byte, key_of(2, "spring", 1).byte)));
    cr_assert(not(is_equal(key.byte, key_of(1, "springs", 1).byte)));
    cr_assert(not(is_equal(key.byte, key_of(1, "spring", 2).byte)));
}

Test(deal_keys, commitment_depends_on_secret_and_tournament)
{
    dom_deal_secret one, two;
    dom_deal_commit commit, other;
    dom_deal_secret_of_seed(&one, 1);
    dom_deal_secret_of_seed(&two, 2);
    dom_deal_commit_of(&commit, &one, "spring");
    dom_deal_commit_of(&other, &two, "spring");
    cr_assert(not(is_equal(commit.byte, other.byte)));
    dom_deal_commit_of(&other, &one, "autumn");
    cr_assert(not(is_equal(commit.byte, other.byte)));
    dom_deal_commit_of(&other, &one, "spring");
    cr_assert(is_equal(commit.byte, other.byte));
}

Test(deal_keys, tournament_names_may_have_any_length_up_to_the_limit)
{
    char name[DOM_DEAL_TOURNAMENT_NAME_MAX + 1];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    dom_deal_key longest = key_of(1, name, 1);
    cr_assert(not(is_equal(longest.byte, key_of(1, name + 1, 1).byte)));
    dom_deal_secret secret;
    dom_deal_commit commit;
    dom_deal_secret_of_seed(&secret, 1);
    dom_deal_commit_of(&commit, &secret, name);
    cr_assert(
        lt(u64, dom_deal_bot_seed(&secret, name, (dom_deal_chair){1, 0, 0}), (uint64_t)1 << 53));
}

Test(deal_keys, every_chair_has_a_different_bot_seed_of_53_bits)
{
    dom_deal_secret secret;
    dom_deal_secret_of_seed(&secret, 1);
    uint64_t seen[3 * 3 * 3];
    uint64_t bits = 0;
    int count = 0;
    for (uint32_t i = 0; i < 27; i++) {
        uint64_t seed =
            dom_deal_bot_seed(&secret, "spring", (dom_deal_chair){1 + i / 9, i / 3 % 3, i % 3});
        for (int j = 0; j < count; j++)
            cr_assert(ne(u64, seed, seen[j]));
        seen[count++] = seed;
        bits |= seed;
    }
    cr_assert(eq(u64, bits, ((uint64_t)1 << 53) - 1));
}

Test(deal_keys, hex_that_was_written_is_read_back_unchanged)
{
    dom_deal_key key = key_of(1, "spring", 1), back;
    char text[DOM_DEAL_HEX_BYTES];
    dom_deal_hex_write(text, key.byte);
    cr_assert(eq(sz, strlen(text), 64));
    cr_assert(eq(int, dom_deal_hex_read(back.byte, text), DOM_OK));
    cr_assert(is_equal(key.byte, back.byte));
}

Test(deal_keys, hex_with_other_than_64_digits_is_refused)
{
    uint8_t bytes[DOM_DEAL_KEY_BYTES];
    char text[DOM_DEAL_HEX_BYTES + 2];
    memset(text, 'A', sizeof text);
    text[64] = '\0';
    cr_assert(eq(int, dom_deal_hex_read(bytes, text), DOM_OK));
    text[63] = '\0';
    cr_assert(eq(int, dom_deal_hex_read(bytes, text), DOM_E_MALFORMED));
    text[63] = 'g';
    cr_assert(eq(int, dom_deal_hex_read(bytes, text), DOM_E_MALFORMED));
    text[63] = ' ';
    cr_assert(eq(int, dom_deal_hex_read(bytes, text), DOM_E_MALFORMED));
    memset(text, 'a', sizeof text);
    text[66] = '\0';
    cr_assert(eq(int, dom_deal_hex_read(bytes, text), DOM_E_MALFORMED));
    cr_assert(eq(int, dom_deal_hex_read(bytes, ""), DOM_E_MALFORMED));
}

Test(deal_keys, a_lot_is_as_specified)
{
    dom_deal_secret secret;
    dom_deal_secret_of_seed(&secret, 1);
    cr_expect(eq(u64, dom_deal_lot(&secret, "spring", "block-2", "greedy"), 863948697663585));
}
