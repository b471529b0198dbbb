import "./rules.css";
import { type ReactElement, useState } from "react";
import { Link, useParams } from "wouter";
import type { ReplyOf } from "../../../api/call.ts";
import { useRead } from "../../../api/hooks.ts";
import { Page } from "../../../app/page.tsx";
import { useMay } from "../../../app/session.ts";
import { SeverityBadge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CodeBlock } from "../../../ui/code-line.tsx";
import { Columns } from "../../../ui/columns.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { ForeignText } from "../../../ui/foreign-text.tsx";
import { KeyValues } from "../../../ui/key-values.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Names, Points } from "../../../ui/points.tsx";
import { Time } from "../../../ui/time.tsx";
import { sentenceCase, THREAT_TYPES, wordFor } from "../../../words.ts";
import { TableName } from "../../data-coverage/table-name.tsx";
import { CATEGORIES } from "../../threats/threat-words.ts";
import { ExceptionsCard } from "./exceptions-card.tsx";
import { RuleState } from "./rule-state.tsx";
import { findingsText, KINDS, PACKS } from "./rule-words.ts";
import { SwitchRuleDialog } from "./switch-rule-dialog.tsx";

type RuleDetail = ReplyOf<"getRule">;

/** One rule: what it looks for, what it needs, its switch, its exceptions and its text. */
export function RulePage(): ReactElement {
  const { rule: name } = useParams<{ rule: string }>();
  const rule = useRead("getRule", { params: { rule: name } });
  const maySwitch = useMay("setRuleState");
  const [isOpen, setIsOpen] = useState(false);
  const known = rule.data;
  return (
    <Page
      title={known?.title ?? "Rule"}
      parent={{ name: "Rules", href: "/settings/rules" }}
      marks={
        known && (
          <>
            <SeverityBadge severity={known.severity} />
            <RuleState state={known.state} />
          </>
        )
      }
      actions={
        known &&
        maySwitch && (
          <Button look={known.state === "on" ? undefined : "primary"} onClick={() => setIsOpen(true)}>
            {known.state === "on" ? "Switch off…" : "Switch on…"}
          </Button>
        )
      }
    >
      <Loaded query={rule} lines={10}>
        {(detail) => (
          <>
            {detail.switched && <Switched switched={detail.switched} />}
            <Columns aside={<Facts rule={detail} />}>
              <About rule={detail} />
              <ExceptionsCard rule={detail.name} />
              <Source rule={detail} />
            </Columns>
          </>
        )}
      </Loaded>
      {known && isOpen && <SwitchRuleDialog rule={known} onClose={() => setIsOpen(false)} />}
    </Page>
  );
}

function Switched({ switched }: { readonly switched: NonNullable<RuleDetail["switched"]> }): ReactElement {
  return (
    <p className="rule-off">
      <strong>Switched off</strong> <Time value={switched.at} /> by{" "}
      <ForeignText value={switched.by.name ?? switched.by.id} max={128} />:{" "}
      <ForeignText value={switched.reason} max={500} />
    </p>
  );
}

function About({ rule }: { readonly rule: RuleDetail }): ReactElement {
  const { why, description, false_positives, references } = rule;
  return (
    <Card title="What it looks for">
      {[...new Set([description, why])].filter(Boolean).map((text) => (
        <p key={text}>
          <ForeignText value={text} />
        </p>
      ))}
      {description === "" && why === "" && <p className="muted">The rule has no description.</p>}
      {false_positives.length > 0 && (
        <div className="stack-s">
          <h3>Known false positives</h3>
          <Points items={false_positives} />
        </div>
      )}
      {references.length > 0 && (
        <div className="stack-s">
          <h3>References</h3>
          <Points items={references} />
        </div>
      )}
    </Card>
  );
}

function Facts({ rule }: { readonly rule: RuleDetail }): ReactElement {
  return (
    <>
      <Card title="Facts">
        <KeyValues
          items={[
            [
              "Name",
              <span key="name" className="row">
                <code className="rule-path">{rule.name}</code>
                <CopyButton text={rule.name} what="the name" />
              </span>,
            ],
            ["Kind", KINDS[rule.kind]],
            ["Pack", PACKS[rule.pack]],
            ["Threat type", wordFor(THREAT_TYPES, rule.threat_type)],
            ["Tactics", <Names key="tactics" items={rule.tactics.map((tactic) => wordFor(CATEGORIES, tactic))} />],
            ["Techniques", <Names key="techniques" items={rule.techniques} />],
            [
              "Findings",
              <span key="findings" className="number">{`${findingsText(rule.findings_30_days)} in 30 days`}</span>,
            ],
          ]}
        />
      </Card>
      <Needs rule={rule} />
    </>
  );
}

function Needs({ rule }: { readonly rule: RuleDetail }): ReactElement {
  const { tables, missing_tables, counts, cannot_see, settings } = rule;
  const missing = new Set<string>(missing_tables);
  return (
    <Card title="What it needs" aside={<Link href="/coverage">Data coverage</Link>}>
      <ul className="stack-s">
        {tables.map((table) => (
          <li key={table} className="spread">
            <span>
              <TableName name={table} />
            </span>
            <span className="muted small nowrap">{missing.has(table) ? "No rows yet" : "Received"}</span>
          </li>
        ))}
      </ul>
      {cannot_see.length > 0 && (
        <div className="stack-s">
          <h3>What it cannot see</h3>
          <ul className="stack-s secondary">
            {cannot_see.map((gap) => (
              <li key={gap}>{gap}.</li>
            ))}
          </ul>
        </div>
      )}
      {counts.length > 0 && (
        <div className="stack-s">
          <h3>Counts the matches of</h3>
          <Names items={counts} />
        </div>
      )}
      {settings.length > 0 && (
        <div className="stack-s">
          <h3>Thresholds</h3>
          <KeyValues
            items={settings.map(({ name, value }) => [
              sentenceCase(name),
              <span key={name} className="number">
                {value.toLocaleString()}
              </span>,
            ])}
          />
        </div>
      )}
    </Card>
  );
}

function Source({ rule: { file, kind } }: { readonly rule: RuleDetail }): ReactElement | null {
  if (file === null) {
    return (
      <Card title="Source">
        <p className="secondary">
          Part of Parapet. Its thresholds can be changed in a file <code>behaviors.yml</code> of the rules folder.
        </p>
      </Card>
    );
  }
  return (
    <Card title="Source" aside={<CopyButton text={file.text} what={`the text of the ${kind}`} />}>
      <p className="muted small rule-path">
        <ForeignText value={file.path} max={300} />
      </p>
      <CodeBlock text={file.text} label="Text of the rule" />
    </Card>
  );
}
