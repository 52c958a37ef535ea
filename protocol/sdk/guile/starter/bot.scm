;;; A bot for Domino Arena. It already plays legal actions; the TODOs say how to make it strong.

(use-modules (domino-arena))

;; TODO 1: write your name into bot.yaml, as `author`.

;; Returns how good an action is. This function decides how strong your bot is.
(define (worth view action)
  (define tile (tile-of action))
  ;; TODO 3: this plays the most pips, like greedy. A double, (double? tile), fits only one value.
  ;;         Should it go first?
  ;; TODO 4: after this play, which tiles of (ref view "hand") fit the open ends?
  ;;         (ref view "ends") has their values; a play at an end changes its value v to (pips tile) - v.
  ;; TODO 5: a seat that passed or drew in (ref view "history") had no tile that fitted the ends.
  ;; TODO 6: with (ref view "counts") and all tiles seen so far, which tiles can the others hold?
  (if tile (pips tile) -1)) ; without a tile it is a draw

;; Returns one of (ref view "legal"), or its index. It is called only if there are two or more.
(define (choose view)
  ;; TODO 2: (write view) here, run ./play, and look at the output:
  ;;         domino-arena replay 1 --stderr
  (car (stable-sort (ref view "legal")
                    (lambda (one other) (> (worth view one) (worth view other))))))

(run-bot choose #:name "mine")
