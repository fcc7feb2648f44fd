"""Requests that no service behind an HTTP server gets to see are not made up: heads of more than a few KiB, and headers whose
names are none."""

import re
from urllib.parse import urlencode

import schemathesis

TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")


@schemathesis.hook
def filter_query(context, query):
    return query is None or len(urlencode(query, doseq=True, errors="replace")) < 4000


@schemathesis.hook
def filter_path_parameters(context, path_parameters):
    return path_parameters is None or len(urlencode(path_parameters, errors="replace")) < 4000


@schemathesis.hook
def filter_headers(context, headers):
    named = all(TOKEN.fullmatch(name) for name in headers or {})
    return named and sum(len(str(value)) for value in (headers or {}).values()) < 2000
