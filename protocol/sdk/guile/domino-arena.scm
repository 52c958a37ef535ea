;;; Write a bot for Domino Arena in Guile Scheme: one file, to be copied next to your bot.
;;;
;;;     (use-modules (domino-arena))
;;;
;;;     (run-bot (lambda (view) ((rng view) (length (ref view "legal")))))
;;;
;;; A bot is asked only when it has two or more legal actions. It answers with an index into
;;; (ref view "legal"), from 0, or with one of the actions in it. Every ask carries the whole view of
;;; the seat, so a bot needs no memory of its own. A bot with memory keeps it per table.
;;;
;;; A tile is (high low). An action is ("play" high low end), ("play" high low end "down") for a double
;;; played face down, or ("draw"). Messages are association lists with strings as keys; `ref` reads them.
;;;
;;; Needs Guile 3 and guile-json. Speaks only stdio.

(define-module (domino-arena)
  #:use-module (ice-9 match)
  #:use-module (ice-9 rdelim)
  #:use-module (json)
  #:use-module (srfi srfi-1)
  #:use-module (srfi srfi-9)
  #:export (run-bot ref think rng pips double? tile-of))

;; Returns the value of a key of a view, a message or options; #f if the key is missing.
(define (ref message key) (assoc-ref message key))

;; The sum of both halves.
(define (pips tile) (apply + tile))

(define (double? tile) (apply = tile))

;; The tile that an action plays, #f for a draw.
(define (tile-of action)
  (match action
    (("play" high low . _) (list high low))
    (_ #f)))

;;; -- What a bot thinks -------------------------------------------------------------------------

(define-record-type thought (make-thought answer info) thought? (answer answer-of) (info info-of))

;; Returns an answer that says what the bot thinks about it, for choose and choose-many. What is #f is
;; not sent. SPEC.md, section 3, act, says what the arena allows; it drops the rest, and `check` says why.
(define* (think answer #:key expected worlds depth text)
  (make-thought answer
                (filter cdr `(("expected" . ,(and expected (sendable expected)))
                              ("worlds" . ,(and worlds (sendable worlds)))
                              ("depth" . ,(and depth (sendable depth)))
                              ("text" . ,(and text (cut text)))))))

;; A whole number is sent as an integer, and what JSON cannot have as text.
(define (sendable value)
  (cond ((not (and (real? value) (finite? value))) (cut value))
        ((integer? value) (inexact->exact value))
        (else (exact->inexact value))))

(define text-bytes 200)

;; Cuts a text between two characters.
(define (cut value)
  (define text (format #f "~a" value))
  (let loop ((size (min (string-length text) text-bytes)))
    (if (> (string-utf8-length (string-take text size)) text-bytes)
        (loop (- size 1))
        (string-take text size))))

;;; -- Randomness --------------------------------------------------------------------------------

(define (word number) (logand number #xffffffffffffffff))

;; One step of splitmix64 (Steele, Lea and Flood, 2014). Returns the next state and 64 random bits.
(define (step state)
  (define (mix z places factor) (word (* (logxor z (ash z (- places))) factor)))
  (let* ((state (word (+ state #x9e3779b97f4a7c15)))
         (z (mix (mix state 30 #xbf58476d1ce4e5b9) 27 #x94d049bb133111eb)))
    (values state (logxor z (ash z -31)))))

;; Returns a procedure that takes a count and returns a number from 0 to count - 1, all equally likely.
;; The same position of the same match gives the same numbers, in every SDK. `drawn` is part of the
;; seed because all draws of one turn are a single event of the history.
(define (rng view)
  (define (stir number state)
    (call-with-values (lambda () (step (logxor state number))) (lambda (_ bits) bits)))
  (define state
    (fold stir 0 (list (ref view "seed") (ref view "round") (length (ref view "history"))
                       (ref view "drawn"))))
  (define (bits)
    (call-with-values (lambda () (step state))
      (lambda (next bits) (set! state next) bits)))
  (lambda (count)
    (let loop ((number (bits)))
      (if (< number (modulo (expt 2 64) count)) ; smaller words are skipped
          (loop (bits))
          (modulo number count)))))

;;; -- The conversation --------------------------------------------------------------------------

;; Converts the vectors of guile-json to lists, at every depth.
(define (lists value)
  (cond ((vector? value) (map lists (vector->list value)))
        ((pair? value) (cons (lists (car value)) (lists (cdr value))))
        (else value)))

(define (explain view)
  (format (current-error-port) "in this position:~%~s~%" view))

;; Returns the index of the bot's answer; an answer that is not legal is an error here.
(define (choice view answer)
  (define legal (ref view "legal"))
  (define index (if (pair? answer) (list-index (lambda (action) (equal? action answer)) legal) answer))
  (unless (and (exact-integer? index) (< -1 index (length legal)))
    (explain view)
    (error "the bot's answer is neither a legal action nor the index of one:" answer))
  index)

;; In one message, which may have 64 KiB. In JSON a text of 200 control characters takes 200 * 6 bytes.
(define acts-with-info 32)

(define (act view answer)
  (if (thought? answer)
      `(,@(act view (answer-of answer)) ("info" . ,(info-of answer)))
      `(("req" . ,(ref view "req")) ("choice" . ,(choice view answer)))))

(define (choose-each choose)
  (lambda (views)
    (map (lambda (view)
           (with-exception-handler
             (lambda (mistake) (explain view) (raise-exception mistake))
             (lambda () (choose view))))
         views)))

;; Plays until the arena says bye or ends. `choose` takes a view and returns an answer. `choose-many`
;; replaces it: it takes a list of views and returns a list of answers. The others take messages:
;;   on-match   table, variant, seat, seats, teams, bots, seed, commit
;;   on-round   table, round, end, by, hands, points, scores
;;   on-result  table, places, scores, end, fault_seat
;;   on-fault   table (-1 if none), code, text, tolerated
;; A mistake of the bot is raised as an exception, so that the process ends with status 1 and a
;; backtrace on stderr.
(define* (run-bot choose #:key (name "") (version "0") (max-tables 1024) (batch 64)
                  (choose-many (choose-each choose)) (on-match identity) (on-round #f)
                  (on-result identity) (on-fault tell-fault))
  (define variants '())
  (define matches (make-hash-table)) ; table -> match
  (when (getenv "DOMINO_ARENA_ENDPOINT")
    (error "this SDK speaks stdio only: write `transport: stdio` into bot.yaml"))
  ;; Messages get descriptors of their own. Descriptor 1 becomes stderr, so that displayed text cannot
  ;; get between the messages. Descriptor 0 becomes empty.
  (define input (fdopen (dup 0) "r"))
  (define output (fdopen (dup 1) "w"))
  (dup2 (open-fdes "/dev/null" O_RDONLY) 0)
  (dup2 2 1)
  (for-each (lambda (port) (set-port-encoding! port "UTF-8"))
            (list input output (current-output-port) (current-error-port)))
  (setvbuf (current-output-port) 'none)

  (define (send message)
    (scm->json message output)
    (newline output)
    (force-output output))

  (define (view-of ask)
    (cons* (cons "options" (or (ref variants (ref ask "variant")) '()))
           (cons "match" (hash-ref matches (ref ask "table")))
           ask))

  (define (answer asks)
    (define views (map view-of asks))
    (define acts
      (map act views (choose-many views)))
    (unless (= (length acts) (length views))
      (error "choose-many returned too few answers:" (length acts)))
    (send-acts acts (if (any (lambda (act) (ref act "info")) acts) acts-with-info (length acts))))

  ;; Sends messages of at most `most` acts.
  (define (send-acts acts most)
    (define-values (some others) (split-at acts (min most (length acts))))
    (send (match some
            ((act) `(("type" . "act") ,@act))
            (_ `(("type" . "acts") ("acts" . ,(list->vector some))))))
    (unless (null? others)
      (send-acts others most)))

  (define (hear message)
    (match (ref message "type")
      ("welcome" (set! variants (ref message "variants")))
      ("match" (hash-set! matches (ref message "table") message) (on-match message))
      ("ask" (answer (list message)))
      ("asks" (answer (ref message "asks")))
      ("round" (when on-round (on-round message)))
      ("result" (hash-remove! matches (ref message "table")) (on-result message))
      ("fault" (on-fault message))
      (_ #f))) ; an unknown type: the arena is newer than this file

  (send `(("type" . "hello") ("protocol" . 1) ("name" . ,name) ("version" . ,version)
          ("language" . "guile") ("max_tables" . ,max-tables) ("batch" . ,(min batch max-tables))
          ("events" . ,(and on-round #t))))
  (let loop ((line (read-line input)))
    (cond ((eof-object? line) #t)
          ((string-null? (string-trim-both line)) (loop (read-line input)))
          (else
           (let ((message (lists (json-string->scm line))))
             (unless (equal? (ref message "type") "bye")
               (hear message)
               (loop (read-line input))))))))

(define (tell-fault fault)
  (format (current-error-port) "fault at table ~a: ~a: ~a~%"
          (ref fault "table") (ref fault "code") (ref fault "text")))
