# A client of the Haat commerce API in one file: written from the description of the service, do not edit.
"""Client of the Haat commerce API for Python 3.9 and newer. The standard library is enough; where httpx is installed, it
carries the calls over connections that are kept.

    from haat import Haat, HaatError, verify_webhook

    haat = Haat("{base_url}/ext/v1", os.environ["HAAT_KEY"])
    order = haat.create_order({
        "customer": {"phone": "01712 345678", "full_name": "Nasrin Akter"},
        "items": [{"sku": "SAR-BTK-IND", "quantity": 1}],
    })
    for order in haat.pages(haat.list_orders, status="pending"):
        print(order["number"], order["total_amount"])
    for event in haat.events(starting_after=last_id):
        print(event["type"], event["data"]["object"]["id"])
    event = verify_webhook(secret, raw_body, request.headers)

A call is tried again, up to five times, after a lost connection, a 429, a 5xx and a 409 IDEMPOTENCY_IN_FLIGHT; it waits as
long as Retry-After says. Each try has the same Idempotency-Key: yours, or one that the client makes.

Amounts that you send may be Decimal; in answers they are text with two decimals, for Decimal(order["total_amount"]).

What was read has its version, so that a change of another person in between is refused:

    order = haat.get_order(order_id)
    haat.update_order(order_id, {"note": "Call first"}, if_match=order.etag)
"""

from __future__ import annotations

import base64
import email.utils
import hashlib
import hmac
import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from decimal import Decimal
from typing import Any, Callable, Iterable, Iterator, Mapping

try:
    import httpx
except ImportError:
    httpx = None

__all__ = ["Document", "Haat", "HaatError", "verify_webhook"]


class HaatError(Exception):
    """A refusal. `code` is stable: branch on it. `fields` says what was wrong with each field."""

    def __init__(self, status: int, error: Mapping[str, Any]):
        super().__init__(f"{error.get('code')}: {error.get('message')}")
        self.status = status
        self.code: str = error.get("code", "UNKNOWN")
        self.message: str = error.get("message", "")
        self.fields: dict[str, list] = error.get("fields") or {}
        self.request_id: str | None = error.get("request_id")


class Document(dict):
    """What the service answers: a dict, with its version where it has one."""

    etag: str | None = None


class _Client:
    def __init__(
        self,
        base_url: str,
        key: str,
        *,
        retries: int = 5,
        timeout: float = 60,
        pause: Callable[[float], None] = time.sleep,
    ):
        self.base_url = base_url.rstrip("/")
        self.retries = retries
        self._key = key
        self._timeout = timeout
        self._pause = pause
        self._connections = httpx.Client(timeout=timeout) if httpx else None

    def call(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        lines: Iterable[Any] | None = None,
        files: Iterable[tuple[str, str, bytes]] = (),
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Any:
        """Any call, for what has no method here. Gives what the service answers; raises HaatError.

        `lines` is the file of a job. `files` are (field, file name, bytes), sent with the fields of `body` as a form.
        """
        content, kind = _content(body, lines, list(files))
        headers = {"Authorization": f"Bearer {self._key}", "Accept": "application/json"}
        if kind:
            headers["Content-Type"] = kind
        if method != "GET":
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        if if_match is not None:
            headers["If-Match"] = if_match
        url = self.base_url + path + _query(query or {})
        tries = 0
        while True:
            try:
                status, sent, answer = self._send(method, url, headers, content)
            except _lost:
                if tries >= self.retries:
                    raise
                self._pause(_wait(None, tries))
            else:
                document = _document(sent.get("content-type") or "", answer)
                if status < 400:
                    if isinstance(document, Document):
                        document.etag = sent.get("etag")
                    return document
                error = document.get("error", {}) if isinstance(document, dict) else {}
                passes = status == 429 or status >= 500 or error.get("code") == "IDEMPOTENCY_IN_FLIGHT"
                if not passes or tries >= self.retries:
                    raise HaatError(status, error or {"code": "UNKNOWN", "message": f"HTTP status {status}"})
                self._pause(_wait(sent.get("retry-after"), tries))
            tries += 1

    def pages(self, list_method: Callable[..., Any], *ids: str, **query: Any) -> Iterator[Any]:
        """Every row of a list, page after page: pages(haat.list_orders, status="pending")."""
        query = {"limit": 100, **query}
        while True:
            page = list_method(*ids, **query)
            yield from page["data"]
            query["starting_after"] = page["meta"]["next_cursor"]
            if query["starting_after"] is None:
                return

    def events(
        self,
        *,
        starting_after: str | None = None,
        created_after: str | None = None,
        types: Iterable[str] | None = None,
        store_id: str | None = None,
    ) -> Iterator[Any]:
        """Events as they happen, oldest first, none missed and none twice. Without `starting_after`, the id of the last
        one you handled, they begin 30 days ago, or at `created_after`."""
        query = {"limit": 100, "wait": 25, "created_after": created_after, "types": types, "store_id": store_id}
        while True:
            page = self.call("GET", "/events", query={**query, "starting_after": starting_after})
            for event in page["data"]:
                yield event
                starting_after = event["id"]

    def _send(self, method: str, url: str, headers: dict[str, str], content: bytes | None):
        if self._connections is not None:
            answer = self._connections.request(method, url, headers=headers, content=content)
            return answer.status_code, answer.headers, answer.content
        request = urllib.request.Request(url, data=content, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=self._timeout) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, refused.headers, refused.read()


# The connection, not the service: the same call may arrive the next time.
_lost = (OSError, http.client.HTTPException) + ((httpx.TransportError,) if httpx else ())


def _query(given: Mapping[str, Any]) -> str:
    def text(value: Any) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        return ",".join(map(str, value)) if isinstance(value, (list, tuple, set)) else str(value)

    pairs = [(name, text(value)) for name, value in given.items() if value is not None]
    return "?" + urllib.parse.urlencode(pairs) if pairs else ""


def _number(value: Any) -> float:
    if isinstance(value, Decimal):
        return float(value)
    raise TypeError(f"{type(value).__name__} is no value of JSON: {value!r}")


def _json(value: Any) -> str:
    return json.dumps(value, default=_number, ensure_ascii=False, allow_nan=False)


def _content(body: Any, lines: Iterable[Any] | None, files: list[tuple[str, str, bytes]]) -> tuple[bytes | None, str | None]:
    if lines is not None:
        return "".join(f"{_json(line)}\n" for line in lines).encode(), "application/x-ndjson"
    if not files:
        return (None, None) if body is None else (_json(body).encode(), "application/json")
    boundary = uuid.uuid4().hex
    parts = []
    for name, value in (body or {}).items():
        text = value if isinstance(value, str) else _json(value)
        parts.append(f'Content-Disposition: form-data; name="{name}"\r\n\r\n{text}'.encode())
    for name, file_name, data in files:
        safe = file_name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
        head = f'Content-Disposition: form-data; name="{name}"; filename="{safe}"\r\n'
        parts.append(f"{head}Content-Type: application/octet-stream\r\n\r\n".encode() + data)
    mark = f"--{boundary}\r\n".encode()
    content = b"".join(mark + part + b"\r\n" for part in parts) + f"--{boundary}--\r\n".encode()
    return content, f"multipart/form-data; boundary={boundary}"


def _parsed(text: bytes) -> Any:
    document = json.loads(text)
    return Document(document) if isinstance(document, dict) else document


def _document(kind: str, answer: bytes) -> Any:
    if "ndjson" in kind:
        return [_parsed(line) for line in answer.splitlines() if line]
    return _parsed(answer) if "json" in kind and answer else answer or None


def _wait(retry_after: str | None, tries: int) -> float:
    """Seconds: what the service asks for; else half a second, doubled each time, with some chance in it."""
    if retry_after:
        date = None if retry_after.isdigit() else email.utils.parsedate_tz(retry_after)
        seconds = email.utils.mktime_tz(date) - time.time() if date else int(retry_after) if retry_after.isdigit() else 0
        if seconds > 0:
            return min(seconds, 120)
    return min(0.5 * 2**tries, 30) * (0.5 + random.random() / 2)


def verify_webhook(secret: str, body: bytes | str, headers: Mapping[str, str], *, tolerance: float = 300) -> Any:
    """The event of a webhook whose signature is good; raises ValueError otherwise. `body` is what arrived, before any
    parsing; a signature older or newer than `tolerance` seconds is refused."""
    given = {name.lower(): value for name, value in headers.items()}
    body = body.encode() if isinstance(body, str) else body
    try:
        sent, at, signatures = (given[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
        age = abs(time.time() - int(at))
    except (KeyError, ValueError):
        raise ValueError("the headers webhook-id, webhook-timestamp and webhook-signature are missing or broken") from None
    if age > tolerance:
        raise ValueError(f"the signature is {age:.0f} seconds away from now")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{sent}.{at}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    if not any(hmac.compare_digest(one.encode(), expected.encode()) for one in signatures.split(" ")):
        raise ValueError("the signature is not good")
    return _parsed(body)


class Haat(_Client):
    """The API, a method an operation: haat.get_order(id), haat.update_order(id, {"note": "…"}).

    Fields of a body are a dict, as the reference shows them; what a query may have are named arguments.
    `if_match` is the `etag` of what you read.
    """
