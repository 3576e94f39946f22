"""Rows, records and functions as compiled code hands them around: as pointers, without counting.

numba counts references to arrays, which costs more than a card; a pointer costs nothing. With
``NUMBA_DISABLE_JIT=1`` the same names work on arrays.
"""

from __future__ import annotations

import functools
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from plateau_sim.jit import COMPILED

_I64 = ir.IntType(64)


def _plain_rows(array: Any) -> Any:
    return array


def _plain_row(rows: Any, index: Any) -> Any:
    return rows[index]


@intrinsic
def _borrowed_rows(typing_context: Any, array: Any) -> Any:
    kind = types.Tuple((types.CPointer(array.dtype), types.int64))

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        source = context.make_array(array)(context, builder, args[0])
        stride = cgutils.unpack_tuple(builder, source.strides, 2)[0]
        return context.make_tuple(builder, kind, (source.data, stride))

    return kind(array), codegen


@intrinsic
def _borrowed_row(typing_context: Any, rows: Any, index: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        start, stride = cgutils.unpack_tuple(builder, args[0], 2)
        return cgutils.pointer_add(builder, start, builder.mul(args[1], stride))

    return rows[0](rows, types.int64), codegen


rows_of = _borrowed_rows if COMPILED else _plain_rows
"""The rows of a C-ordered 2-D array, to be handed down: no reference is counted, as for arrays."""
row_of = _borrowed_row if COMPILED else _plain_row
"""One of the rows, as a pointer: fits a register."""


def _plain_rest(row: Any, start: Any) -> Any:
    return row[start:]


@intrinsic
def _rest(typing_context: Any, row: Any, start: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.gep(args[0], [args[1]])

    return row(row, types.int64), codegen


rest_of = _rest if COMPILED else _plain_rest
"""What of a row stands behind its first ``start`` elements, as a pointer."""


@intrinsic
def _selected(typing_context: Any, functions: Any, index: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        chosen, *others = cgutils.unpack_tuple(builder, args[0])
        for place, other in enumerate(others, 1):
            here = builder.icmp_unsigned("==", args[1], ir.Constant(_I64, place))
            chosen = builder.select(here, other, chosen)
        return chosen

    return functions.dtype(functions, types.int64), codegen


one_of = _selected if COMPILED else _plain_row
"""One of a tuple of functions, chosen without a branch."""


def _plain_words(row: Any) -> Any:
    return row.view(np.uint64)


@intrinsic
def _words_at(typing_context: Any, row: Any) -> Any:
    kind = types.CPointer(types.uint64)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], context.get_value_type(kind))

    return kind(types.CPointer(types.uint8)), codegen


words_of = _words_at if COMPILED else _plain_words
"""A workspace of bytes (whole words of it) as words."""


def _plain_copy(target: Any, source: Any) -> None:
    for name in source.dtype.names:
        target[name] = source[name]


@intrinsic
def _copied(typing_context: Any, target: Any, source: Any) -> Any:
    if target.size != source.size:
        return None

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        to, start = (builder.bitcast(each, cgutils.voidptr_t) for each in args)
        cgutils.raw_memcpy(builder, to, start, ir.Constant(_I64, source.size), 1)
        return context.get_dummy_value()

    return types.void(target, source), codegen


copy_record = _copied if COMPILED else _plain_copy
"""Copy a record into another one of the same type."""


def record_at(dtype: Any) -> Any:
    """Return an intrinsic: the record of a type that begins at a word of a workspace.

    The workspace is a pointer to bytes or words; nothing is allocated.
    """
    if not COMPILED:
        return functools.partial(_plain_record, dtype)
    kind = numba.from_dtype(dtype)

    @intrinsic
    def record(typing_context: Any, workspace: Any, word: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            start = cgutils.pointer_add(
                builder, args[0], builder.mul(args[1], ir.Constant(_I64, 8))
            )
            return builder.bitcast(start, context.get_value_type(kind))

        return kind(workspace, types.int64), codegen

    return record


def _plain_record(dtype: Any, workspace: Any, word: Any) -> Any:
    words = workspace.view(np.uint64)
    return words[word : word + dtype.itemsize // 8].view(dtype)[0]


@intrinsic
def address_of(typing_context: Any, record: Any) -> Any:
    """Address of a record, as uint64; compiled code only."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ptrtoint(args[0], _I64)

    return types.uint64(record), codegen


@intrinsic
def call_address(typing_context: Any, address: Any, words: Any) -> Any:
    """Call the C function at an address with a tuple of uint64; returns int64; compiled only."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        values = cgutils.unpack_tuple(builder, args[1])
        kind = ir.FunctionType(_I64, [_I64] * len(values))
        return builder.call(builder.inttoptr(args[0], kind.as_pointer()), values)

    return types.int64(address, words), codegen
