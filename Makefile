# Every target calls a script of scripts/, which does the same without make.

PREFIX ?= /usr/local
DESTDIR ?=
export PREFIX DESTDIR

.PHONY: help run build nightfilter test simulate check format man fuzz sanitize bench install uninstall clean
.DEFAULT_GOAL := help

help: ## Say what there is to make
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18
	@echo; echo "  PREFIX=$(PREFIX) DESTDIR=$(DESTDIR)"

run: ## Build, and watch the daemon live through a recorded day
	@scripts/run

build: ## Build the release programs
	@scripts/build

nightfilter: ## Build the filter of the whole screen too
	@scripts/install-dependencies nightfilter
	@scripts/build appearanced appearancectl appearance-nightfilter

test: ## Run every test (one part: scripts/test unit)
	@scripts/test

simulate: ## Live through days drawn by dice (one: scripts/test simulate SEED)
	@scripts/test simulate

check: ## Check the tree's own rules, the formatting and the manual pages
	@scripts/test tidy

format: ## Put every Swift file into its format
	swift format --in-place --recursive --parallel Package.swift Sources Tests Examples Benchmarks

man: ## Show the manual pages as they will be
	@for page in man/*.scd; do scdoc <$$page | man -l -; done

fuzz: ## Look for bytes that break a reader (one: scripts/fuzz TARGET)
	@scripts/fuzz

sanitize: ## Run the end-to-end tests under the thread sanitizer (or: scripts/sanitize address)
	@scripts/sanitize

bench: ## Measure against the smallest daemon in C (about ten minutes)
	@Benchmarks/run

install: ## Install what was built under DESTDIR/PREFIX
	@scripts/install

uninstall: ## Take away what install put there
	@scripts/install --remove

clean: ## Remove everything built
	rm -rf .build .build-test .build-bench .build-fuzz .build-thread .build-address .build-bare
