;;; The probe of tests/sdk/test_languages.py in Guile; that file says what it does.

(use-modules (domino-arena) (ice-9 match) (json))

(define (vectors value)
  (if (list? value) (list->vector (map vectors value)) value))

(define (tell . what)
  (format (current-error-port) "told ~a~%" (scm->json-string (vectors what))))

(define (teller kind . keys)
  (lambda (message)
    (apply tell kind (map (lambda (key) (ref message key)) keys))))

(define (choose view)
  (define clock (ref view "clock"))
  (define match (ref view "match"))
  (apply tell "choose"
         (append (map (lambda (key) (or (ref view key) ""))
                      '("req" "table" "variant" "seat" "seats" "seed" "round" "scores" "leader" "lead" "hand"
                        "ends" "counts" "stock" "drawable" "drawn" "history" "legal"))
                 (list (list (ref clock "move_ms") (ref clock "bank_ms"))
                       (or (ref (ref view "options") "target") 'null)
                       (if match (ref match "seed") 'null))))
  (last-of view))

(define (last-of view) (- (length (ref view "legal")) 1))

(define (run choose . options)
  (apply run-bot choose #:name "probe" #:version "1" options))

(sigaction SIGWINCH (lambda (signal) #t))

(match (cadr (command-line))
  ("tell"
   (run choose
        #:on-match (teller "match" "table" "variant" "seat" "seats" "teams" "bots" "seed" "commit")
        #:on-round (teller "round" "table" "round" "end" "by" "hands" "points" "scores")
        #:on-result (teller "result" "table" "places" "scores" "end" "fault_seat")
        #:on-fault (teller "fault" "table" "code" "text" "tolerated")))
  ("action" (run (lambda (view) (cadr (ref view "legal")))))
  ("many"
   (run #f #:max-tables 10 #:batch 5
        #:choose-many (lambda (views)
                        (tell "many" (length views))
                        (map last-of views))))
  ("info"
   (run (lambda (view)
          (think 0 #:expected -4.125 #:worlds 480 #:depth 3 #:text "6-4 blockt über Sitz 1"))))
  ("rng"
   (run (lambda (view)
          (tell "rng" (map-in-order (rng view) '(2 7 10 183 1000 65536)))
          0)))
  ("throw" (run (lambda (view) (error "the probe broke"))))
  ("illegal" (run (lambda (view) (length (ref view "legal")))))
  ("print" (run (lambda (view) (display "noise\n") 0))))
