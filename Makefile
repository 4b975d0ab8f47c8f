# Almost every target calls a script in scripts/, which works without make too.

PREFIX ?= /usr/local
DESTDIR ?=
export PREFIX DESTDIR

.PHONY: help run build nightfilter camera tray window test simulate check format man docs fuzz sanitize bench install uninstall dist clean
.DEFAULT_GOAL := help

help: ## List the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18
	@echo; echo "  PREFIX=$(PREFIX) DESTDIR=$(DESTDIR)"

run: ## Build, and watch the daemon replay a recorded day
	@scripts/run

build: ## Build the release programs
	@scripts/build

nightfilter: ## Build the release programs and the night filter
	@scripts/install-dependencies nightfilter
	@scripts/build appearanced appearancectl appearance-tokens appearance-presence appearance-nightfilter

camera: ## Build the release programs and the camera as a light sensor
	@scripts/build appearanced appearancectl appearance-tokens appearance-presence appearance-camera

tray: ## Build the release programs and the icon for panels
	@scripts/build appearanced appearancectl appearance-tokens appearance-presence appearance-tray

window: ## Build the release programs and the window
	@scripts/install-dependencies window
	@scripts/build appearanced appearancectl appearance-tokens appearance-presence appearance-window

test: ## Run every test (one part: scripts/test unit)
	@scripts/test

simulate: ## Simulate random days (one: scripts/test simulate SEED)
	@scripts/test simulate

check: ## Check the tree's own rules, the formatting and the manual pages
	@scripts/test tidy

format: ## Format every Swift file
	swift format --in-place --recursive --parallel Package.swift Sources Tests Examples Benchmarks

man: ## Show the manual pages
	@for page in man/*.scd; do scdoc <$$page | man -l -; done

docs: ## Build the documentation of the libraries for apps with DocC
	@scripts/docs

fuzz: ## Search for input that breaks a parser (one: scripts/fuzz TARGET)
	@scripts/fuzz

sanitize: ## Run the end-to-end tests under the thread sanitizer (or: scripts/sanitize address)
	@scripts/sanitize

bench: ## Compare with the smallest daemon in C (about ten minutes)
	@Benchmarks/run

install: ## Install the built programs under DESTDIR/PREFIX
	@scripts/install

uninstall: ## Remove what install installed
	@scripts/install --remove

dist: ## Build the source archive, the Debian packages and the binary archive
	@scripts/package

clean: ## Remove everything built
	rm -rf .build .build-test .build-bench .build-fuzz .build-thread .build-address .build-bare \
		.build-package .build-machine
