# shellcheck shell=sh
# Sourced by the scripts beside it; POSIX sh. The caller sets $root to the project folder.
# `set_up run` or `set_up dev` makes sure of a virtual environment with the pinned packages
# and sets $venv to its folder.
: "${root:?}"

# fail LINE... : print the lines and stop.
fail() {
    printf '%s\n' "$@" >&2
    exit 1
}

# identity PYTHON : what an environment is made from, so that a change of it is noticed.
identity() {
    # -I -S: the standard library alone, which also starts fastest.
    "$1" -I -S -c '
import hashlib, sys
content = hashlib.sha256()
for path in sys.argv[1:]:
    with open(path, "rb") as file:
        content.update(file.read())
print("%s-py%d.%d" % (content.hexdigest()[:16], *sys.version_info[:2]))
' "$root/pyproject.toml" "$root/requirements/run.txt" "$root/requirements/dev.txt" 2>/dev/null
}

# probe PYTHON : print the interpreter's own path, or exit with 3 (too old) or 4 (no venv).
probe() {
    # The path beneath an active environment: that environment may be the one to replace.
    "$1" -I -c '
import sys
if sys.version_info < (3, 11):
    sys.exit(3)
try:
    import ensurepip, venv
except ImportError:
    sys.exit(4)
print(getattr(sys, "_base_executable", None) or sys.executable)
' 2>/dev/null
}

# find_python : set $base to a Python that can make the environment.
find_python() {
    lacks_venv=
    if [ -n "${PYTHON:-}" ]; then
        set -- "$PYTHON"
    else
        set -- python3.13 python3.12 python3.11 python3 python
    fi
    for candidate in "$@"; do
        status=0
        base=$(probe "$candidate") || status=$?
        if [ "$status" -eq 0 ] && [ -x "$base" ]; then
            return 0
        fi
        if [ "$status" -eq 4 ] && [ -z "$lacks_venv" ]; then
            lacks_venv=$candidate
        fi
    done
    if [ -n "$lacks_venv" ]; then
        version=$("$lacks_venv" -I -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        fail "plateau-sim sets itself up in a virtual environment, and $lacks_venv has no venv module with pip." \
            "On Debian and Ubuntu: apt install python$version-venv" \
            "Then start again; or name another Python: PYTHON=/path/to/python3"
    fi
    if [ -n "${PYTHON:-}" ]; then
        fail "plateau-sim needs Python 3.11 or newer, and PYTHON=$PYTHON is not one." \
            "Give PYTHON the path of a Python 3.11 or newer," \
            "or unset it to let the one on the search path be found."
    fi
    fail "plateau-sim needs Python 3.11 or newer, and none was found." \
        "Looked for: $*" \
        "Install one, or name it: PYTHON=/path/to/python3.12 $0"
}

# is_ready FOLDER KIND : is there a finished environment, of this kind, made from these files?
is_ready() {
    [ -x "$1/bin/python" ] && [ -f "$1/plateau-sim.stamp" ] || return 1
    { IFS= read -r made && IFS= read -r kind && IFS= read -r place; } <"$1/plateau-sim.stamp" ||
        return 1
    # An environment does not work in another place than where it was made.
    [ "$place" = "$1" ] || return 1
    wanted=$(identity "${PYTHON:-$1/bin/python}") && [ "$made" = "$wanted" ] || return 1
    # One for development can also run.
    [ "$kind" = "$2" ] || [ "$kind" = dev ]
}

# --- one set-up at a time -------------------------------------------------------------------

is_alive() {
    # kill also fails for a process of another user, which /proc still shows.
    kill -0 "$1" 2>/dev/null || [ -d "/proc/$1" ]
}

# lock_is_stale : has its owner gone? Sets $owner. $bare counts the looks that found no owner.
lock_is_stale() {
    owner=
    { IFS= read -r host && owner=$(cat); } 2>/dev/null <"$lock/owner" || owner=
    if [ -z "$owner" ]; then
        # Its owner is about to write its name, or died before it could.
        bare=$((bare + 1))
        [ "$bare" -gt 10 ]
        return
    fi
    bare=0
    # Process numbers come again, and those of another machine or container say nothing here.
    limit=60
    [ "$host" = "$(uname -n)" ] || limit=10
    [ -z "$(find "$lock" -prune -mmin "+$limit" 2>/dev/null)" ] || return 0
    [ "$limit" -eq 60 ] || return 1
    for process in $owner; do
        if is_alive "$process"; then return 1; fi
    done
}

# take_lock : wait until no other set-up works on $venv.
take_lock() {
    bare=0
    refused=0
    told=
    until mkdir "$lock" 2>/dev/null; do
        if [ ! -d "$lock" ]; then
            # Given back just now, or the folder cannot be written.
            refused=$((refused + 1))
            [ "$refused" -lt 5 ] || fail "Cannot write to $(dirname "$lock")."
        elif lock_is_stale; then
            # One of several waiters may clear it, after another look: by now it may be new.
            if mkdir "$lock.clearing" 2>/dev/null; then
                if lock_is_stale; then rm -rf "$lock"; fi
                rmdir "$lock.clearing"
            else
                sleep 1
            fi
        else
            if [ -z "$told" ] && [ -n "$owner" ]; then
                echo "Waiting for another set-up to finish (if there is none: remove $lock) ..." >&2
                told=yes
            fi
            sleep 1
        fi
    done
    step=
    trap give_back EXIT
    trap 'exit 130' INT
    trap 'exit 143' HUP TERM
    { uname -n && echo "$$"; } >"$lock/owner"
}

give_back() {
    if [ -n "$step" ]; then
        kill "$step" 2>/dev/null || :
        wait "$step" 2>/dev/null || :
    fi
    rm -rf "$lock"
    trap - EXIT HUP INT TERM
}

# quietly COMMAND... : run it; show what it said only if it fails.
quietly() {
    # In the background, so that a signal ends the set-up at once; its process is named in the
    # lock, since it may live on where this one is killed.
    "$@" >"$log" 2>&1 </dev/null &
    step=$!
    echo "$step" >>"$lock/owner"
    status=0
    wait "$step" || status=$?
    step=
    [ "$status" -eq 0 ] || {
        tail -n 20 "$log" >&2
        fail "The set-up failed at: $*" "It starts anew the next time."
    }
}

# --- the set-up -----------------------------------------------------------------------------

# build KIND : make $venv, or complete one for running to one for development.
build() {
    announcement="Setting up once (about a minute) ..."
    log=$lock/log
    if is_ready "$venv" run; then
        echo "$announcement" >&2
    else
        find_python
        echo "$announcement" >&2
        rm -f "$venv/plateau-sim.stamp"
        quietly "$base" -m venv --clear "$venv"
    fi
    # Without the stamp it counts as unfinished from here on.
    rm -f "$venv/plateau-sim.stamp"
    quietly "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input \
        --only-binary :all: -r "$root/requirements/$1.txt"
    # Its build tool is among the pinned packages, so nothing else is fetched.
    quietly "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input \
        --no-deps --no-build-isolation --editable "$root"
    made=$(identity "${PYTHON:-$venv/bin/python}")
    printf '%s\n' "$made" "$1" "$venv" >"$venv/plateau-sim.stamp.new"
    mv "$venv/plateau-sim.stamp.new" "$venv/plateau-sim.stamp"
}

# use_cache_folder : set $venv for a project folder that cannot be written.
use_cache_folder() {
    cache=${XDG_CACHE_HOME:-${HOME:-}/.cache}/plateau_sim
    mkdir -p "$cache" 2>/dev/null || :
    [ -w "$cache" ] || fail "Neither $root nor $cache can be written." \
        "Set XDG_CACHE_HOME to a folder that can."
    cache=$(CDPATH='' cd -- "$cache" && pwd -P)
    # An environment that is there already knows its name sooner than a search for a Python.
    made=
    for python in "${PYTHON:-}" "$cache"/venv-*/bin/python; do
        if [ -n "$python" ] && made=$(identity "$python") &&
            [ -f "$cache/venv-$made/plateau-sim.stamp" ]; then
            break
        fi
        made=
    done
    if [ -z "$made" ]; then
        find_python
        made=$(identity "$base")
    fi
    venv=$cache/venv-$made
    # Copies of the project with the same requirements share it: this one goes first.
    PYTHONPATH=$root${PYTHONPATH:+:$PYTHONPATH}
    PYTHONDONTWRITEBYTECODE=1
    RUFF_CACHE_DIR=$cache/ruff
    MYPY_CACHE_DIR=$cache/mypy
    HYPOTHESIS_STORAGE_DIRECTORY=$cache/hypothesis
    COVERAGE_FILE=$cache/coverage
    PYTEST_ADDOPTS="-p no:cacheprovider ${PYTEST_ADDOPTS:-}"
    export PYTHONPATH PYTHONDONTWRITEBYTECODE RUFF_CACHE_DIR MYPY_CACHE_DIR \
        HYPOTHESIS_STORAGE_DIRECTORY COVERAGE_FILE PYTEST_ADDOPTS
}

# set_up KIND : set $venv to an environment for it, made now if need be.
set_up() {
    venv=$root/.venv
    if is_ready "$venv" "$1"; then return 0; fi
    if [ ! -w "$root" ]; then
        use_cache_folder
        if is_ready "$venv" "$1"; then return 0; fi
    fi
    lock=$venv.lock
    take_lock
    # Another start may have done it meanwhile.
    is_ready "$venv" "$1" || build "$1"
    give_back
}
