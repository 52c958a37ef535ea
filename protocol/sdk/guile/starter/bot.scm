;;; A bot for Domino Arena. It is legal as it stands; the TODOs make it good.

(use-modules (domino-arena))

;; TODO 1: say who you are: `author` in bot.yaml.

;; How good an action is; this is what makes your bot.
(define (worth view action)
  (define tile (tile-of action))
  ;; TODO 3: like greedy, this gets rid of pips. Doubles fit in one place only: (double? tile) tells.
  ;;         Should they go first?
  ;; TODO 4: which values are left in (ref view "hand") for the ends that this leaves open?
  ;;         (ref view "ends") has them; a play on an end turns what it shows into (pips tile) minus that.
  ;; TODO 5: who passed or drew in (ref view "history") had none of the values that were open.
  ;; TODO 6: with (ref view "counts") and all tiles seen, what may the others still hold?
  (if tile (pips tile) -1)) ; without a tile it is a draw

;; One of (ref view "legal"), or its index. Asked only when there are two or more.
(define (choose view)
  ;; TODO 2: (write view) here, run ./play, and look at what you get:
  ;;         domino-arena replay 1 --stderr
  (car (stable-sort (ref view "legal")
                    (lambda (one other) (> (worth view one) (worth view other))))))

(run-bot choose #:name "mine")
