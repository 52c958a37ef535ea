// Plays the first legal action, with goroutines and some memory as a search would have.
package main

import (
	"bufio"
	"fmt"
	"os"
	"regexp"
	"strings"
)

func main() {
	req := regexp.MustCompile(`"req":(\d+)`)
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(make([]byte, 1<<20), 1<<20)
	fmt.Println(`{"type":"hello","protocol":1,"language":"go"}`)
	for in.Scan() {
		line := in.Text()
		if strings.Contains(line, `"type":"bye"`) {
			return
		}
		if !strings.Contains(line, `"type":"ask"`) {
			continue
		}
		done := make(chan int, 8)
		for i := 0; i < 8; i++ {
			go func() { done <- len(make([]byte, 1<<20)) }()
		}
		for i := 0; i < 8; i++ {
			<-done
		}
		fmt.Printf(`{"type":"act","req":%s,"choice":0}`+"\n", req.FindStringSubmatch(line)[1])
	}
}
