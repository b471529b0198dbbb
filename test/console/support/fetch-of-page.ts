import { STATUS_CODES } from "node:http";
import type { AskOptions, TestReply, TestService } from "../../support/service.ts";
import type { Browser } from "../../support/signed-in.ts";
import { ORIGIN } from "./window.ts";

const BASE = "/api/v1/admin";

/** A request of the page. */
export interface Sent {
  readonly method: string;
  /** With the query; of the admin API what follows `/api/v1/admin`. */
  readonly path: string;
  readonly body: unknown;
}

/** A response in place of that of the service. */
export interface Instead {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns a response in place of that of the service, or nothing. */
export type Answer = (sent: Sent) => Instead | undefined;

/** The connection of a page to the service: its requests are answered in process, with the cookies of a browser. */
export interface Connection {
  readonly fetch: typeof fetch;
  readonly sent: readonly Sent[];
  /** Answers requests itself from now on where the function returns something; status 0 is a broken connection. */
  answer(answer: Answer): void;
}

export function connectPage(service: TestService, browser: Browser): Connection {
  const sent: Sent[] = [];
  let answer: Answer = () => undefined;
  const answered = async (url: string, init: RequestInit): Promise<Response> => {
    const path = url.replace(ORIGIN, "").replace(BASE, "");
    const request = { method: init.method ?? "GET", path, body: init.body ? JSON.parse(String(init.body)) : undefined };
    sent.push(request);
    const instead = answer(request);
    if (instead?.status === 0) throw new TypeError("fetch failed");
    if (instead) return Response.json(instead.body ?? {}, instead);
    const options = {
      method: request.method as NonNullable<AskOptions["method"]>,
      headers: init.headers as Record<string, string>,
      ...(init.body && { payload: String(init.body) }),
    };
    const reply = await (url.includes(BASE) ? browser.ask(path, options) : service.ask(path, options));
    init.signal?.throwIfAborted();
    return toResponse(reply);
  };
  return {
    fetch: (url, init = {}) => answered(String(url), init),
    sent,
    answer: (given) => {
      answer = given;
    },
  };
}

function toResponse({ status, headers, text }: TestReply): Response {
  const kept = Object.entries(headers).filter(
    (header): header is [string, string] => typeof header[1] === "string" && header[0] !== "content-length",
  );
  return new Response(status === 204 ? null : text, { status, statusText: STATUS_CODES[status] ?? "", headers: kept });
}
