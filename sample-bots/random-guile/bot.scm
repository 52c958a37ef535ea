;;; Plays any legal action, all equally likely.

(use-modules (domino-arena))

(define (choose view)
  ((rng view) (length (ref view "legal"))))

(run-bot choose #:name "random-guile")
