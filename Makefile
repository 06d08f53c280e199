# Every target sets up what it needs; `make` alone lists them.

PYTHON ?= python3
EXTRAS ?= dev,arena,training
JOBS ?= 2
MINUTES ?= 30
ARGS ?=

comma := ,
VENV := .venv
PEERS := .venv-peers
READY := $(VENV)/ready-$(subst $(comma),-,$(EXTRAS))
PEERS_READY := $(PEERS)/ready
PIP_INSTALL := -m pip install -qq --disable-pip-version-check -c constraints.txt

.DEFAULT_GOAL := help
.PHONY: help setup demo test stacks bench bench-peers fuzz lint dist clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo "Variables: ARGS=\"...\" (passed on to test, stacks, bench, bench-peers and fuzz), JOBS=2, MINUTES=30, EXTRAS=dev$(comma)arena$(comma)training, PYTHON=python3"

setup: $(READY) ## make .venv with the package (editable), its extras and the tested versions

$(READY): pyproject.toml constraints.txt
	@echo "Setting up $(VENV) with extras: $(EXTRAS)"
	@$(PYTHON) -m venv $(VENV)
	@$(VENV)/bin/python $(PIP_INSTALL) -e ".[$(EXTRAS)]"
	@touch $@

SHIPPED := checkpoints/haunted_destinies/trio

demo: ## learn the three roles from nothing for a few minutes, then a tournament with the shipped ones and the baselines
	@$(MAKE) --no-print-directory setup EXTRAS=arena,training
	@echo "Compiling Haunted Destinies on two cores (first use only)"
	@$(VENV)/bin/haunted-env compile haunted_destinies --part heuristic --part features & \
	$(VENV)/bin/haunted-env compile haunted_destinies --part engine --part belief; \
	status=$$?; wait $$! && exit $$status
	$(VENV)/bin/haunted-env watch --seed 7 --turns 4
	rm -rf runs/demo
	$(VENV)/bin/python training/train.py --preset quick --players 4 --options setup=random --out runs/demo/training
	$(VENV)/bin/haunted-env tournament runs/demo/training/checkpoint $(SHIPPED) heuristic random --players 4 --option setup=random --deals 60 --out runs/demo/contest
	@echo "Learning curves: runs/demo/training/curves.png. Open runs/demo/contest/report.html in a browser."

test: setup ## all tests, array bounds checked
	HAUNTED_ENV_BOUNDSCHECK=1 $(VENV)/bin/python -m pytest -n $(JOBS) $(ARGS)

stacks: ## other libraries (RLlib, TorchRL, OpenSpiel ...), each in an environment of its own (ARGS="torchrl rllib")
	$(PYTHON) -m tests.stacks $(ARGS)

bench: setup ## measure speed: games, agents, training
	$(VENV)/bin/haunted-env bench $(ARGS)
	$(VENV)/bin/python training/speed.py

bench-peers: $(PEERS_READY) ## the same beside OpenSpiel and PettingZoo (in an environment of its own)
	$(PEERS)/bin/haunted-env bench $(ARGS)

$(PEERS_READY): pyproject.toml constraints.txt
	@echo "Setting up $(PEERS) with open_spiel and pettingzoo[classic]"
	@$(PYTHON) -m venv $(PEERS)
	@$(PEERS)/bin/python $(PIP_INSTALL) -e ".[openspiel]" "pettingzoo[classic]"
	@touch $@

fuzz: setup ## try to break it for a while (MINUTES=30): games, positions, files, leaks, kills, agents (ARGS="--part leaks")
	HAUNTED_ENV_BOUNDSCHECK=1 $(VENV)/bin/python -m tests.fuzz --minutes $(MINUTES) $(ARGS)

lint: setup ## ruff (rules and format) and mypy
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy

dist: ## wheel, source distribution and list of what it needs (SBOM) in dist/, checked
	@$(PYTHON) -m venv .venv-dist
	@.venv-dist/bin/python $(PIP_INSTALL) build hatchling twine cyclonedx-bom
	rm -rf dist
	.venv-dist/bin/python -m build --no-isolation
	.venv-dist/bin/twine check --strict dist/*
	@$(PYTHON) -m venv --clear .venv-wheel
	@.venv-wheel/bin/python $(PIP_INSTALL) dist/*.whl
	cd dist && ../.venv-wheel/bin/haunted-env games
	.venv-dist/bin/cyclonedx-py environment .venv-wheel/bin/python --of JSON -o dist/sbom.cdx.json

clean: ## remove environments, builds and tool caches
	rm -rf $(VENV) .venv-dist .venv-wheel $(PEERS) .venv-stacks build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage htmlcov
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
