import type { ReactElement } from "react";
import { Link } from "wouter";
import type { ReplyOf } from "../../../api/call.ts";
import { PACK_NOTES, PACKS } from "./rule-words.ts";

type Pack = ReplyOf<"listRulePacks">["items"][number];

/** Where rules come from, with what is loaded, off and refused of each. */
export function Packs({ items }: { readonly items: readonly Pack[] }): ReactElement {
  return (
    <ul className="packs">
      {items.map((pack) => (
        <li key={pack.pack} className="pack">
          <Link href={`/settings/rules?pack=${pack.pack}`} className="pack-name">
            {PACKS[pack.pack]}
          </Link>
          <span className="pack-loaded number">{pack.loaded.toLocaleString()}</span>
          <span className="muted small">{PACK_NOTES[pack.pack]}</span>
          <span className="row small">
            <Count pack={pack} count={pack.off} word="off" href={`/settings/rules?pack=${pack.pack}&state=off`} />
            <Count pack={pack} count={pack.refused} word="refused" href="/settings/refused-rules" />
          </span>
        </li>
      ))}
    </ul>
  );
}

interface CountProps {
  readonly pack: Pack;
  readonly count: number;
  readonly word: string;
  readonly href: string;
}

function Count({ pack, count, word, href }: CountProps): ReactElement {
  const text = `${count.toLocaleString()} ${word}`;
  if (count === 0) return <span className="muted">{text}</span>;
  return (
    <Link href={href} aria-label={`${text} in ${PACKS[pack.pack]}`}>
      {text}
    </Link>
  );
}
