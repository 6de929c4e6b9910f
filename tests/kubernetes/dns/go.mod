module pathproof.org/tests/kubernetes/dns

go 1.24.0

require github.com/coredns/coredns v1.13.1
