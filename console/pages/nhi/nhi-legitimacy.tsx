import { ThumbsDown, ThumbsUp } from "lucide-react";
import type { ReactElement } from "react";
import { toneFor } from "../../access-words.ts";
import { YesNo } from "../../ui/access-badges.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { IconMark } from "../../ui/icon.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import { Shaped, type ShapeOf } from "../../ui/shaped.tsx";
import { Time } from "../../ui/time.tsx";
import { amount, sentenceCase, wordFor } from "../../words.ts";
import type { Nhi } from "./nhi.ts";
import { CONSENTS, LEGITIMACY_TONES } from "./nhi-words.ts";

type Given = NonNullable<NonNullable<Nhi["access"]>["legitimacy"]>;
type Legitimacy = ShapeOf<Given>;

/** Whether the origin of the identity is trustworthy, and what speaks for and against it. */
export function NhiLegitimacy({ legitimacy }: { readonly legitimacy: Given }): ReactElement {
  return (
    <Card title="Legitimacy" lead="Whether its origin can be trusted, with what speaks for and against it.">
      <Shaped value={legitimacy} has={{ verdict: "text", signals: "list", publisher: "object", consent: "object" }}>
        {(value) => <Body legitimacy={value} />}
      </Shaped>
    </Card>
  );
}

function Body({ legitimacy: { verdict, signals, publisher, consent } }: { readonly legitimacy: Legitimacy }) {
  return (
    <>
      <div>
        <Badge tone={toneFor(LEGITIMACY_TONES, verdict)}>{sentenceCase(verdict)}</Badge>
      </div>
      {signals.length > 0 && (
        <ul className="stack-s">
          {signals.map(({ id, effect, detail }) => (
            <li key={id} className="row signal">
              <IconMark
                icon={effect === "supports" ? ThumbsUp : ThumbsDown}
                label={effect === "supports" ? "Speaks for it" : "Speaks against it"}
              />
              <ForeignText value={detail} max={400} />
            </li>
          ))}
        </ul>
      )}
      <KeyValues
        items={[
          ["Publisher", <ForeignText key="publisher" value={publisher.name} none="Not known" />],
          ["Publisher verified", <YesNo key="verified" value={publisher.verified} />],
          ["Consent", <Consent key="consent" consent={consent} />],
        ]}
      />
    </>
  );
}

function Consent({ consent }: Pick<Legitimacy, "consent">): ReactElement {
  return (
    <>
      {wordFor(CONSENTS, consent.kind)}
      {consent.by && (
        <>
          : <ForeignText value={consent.by} max={120} />
        </>
      )}
      {consent.at && (
        <>
          , <Time value={consent.at} format="day" />
        </>
      )}
      {consent.user_count !== null && consent.user_count > 0 && `, ${amount(consent.user_count, "user")}`}
    </>
  );
}
