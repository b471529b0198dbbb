import { CircleCheck, CircleX, Minus } from "lucide-react";
import type { ReactElement } from "react";
import type { ReplyOf } from "../../api/call.ts";
import { useChange } from "../../api/hooks.ts";
import { EntryProblem } from "../../app/entry/entry-card.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { type Icon, IconMark } from "../../ui/icon.tsx";
import { amount } from "../../words.ts";

type TestResult = ReplyOf<"testIntegration">;
type TestStep = TestResult["steps"][number];

const STEPS: Readonly<Record<TestStep["step"], string>> = {
  settings: "The settings are complete",
  address: "The address is allowed",
  connection: "The server answers",
  sign_in: "The sign-in succeeds",
  permission: "The account may read",
  first_row: "A first row is read",
};

const LOOKS: Readonly<Record<TestStep["state"], readonly [icon: Icon, word: string]>> = {
  passed: [CircleCheck, "Passed"],
  failed: [CircleX, "Failed"],
  skipped: [Minus, "Not tried"],
};

/** Tests an integration with its stored settings, step by step. */
export function ConnectionTest({ connectorType }: { readonly connectorType: string }): ReactElement {
  const test = useChange("testIntegration", []);
  return (
    <Card
      title="Test"
      aside={
        <Button small busy={test.isPending} onClick={() => test.mutate({ params: { connector_type: connectorType } })}>
          Run the test
        </Button>
      }
    >
      <EntryProblem error={test.error} />
      <div role="status">
        {test.isPending && <p className="secondary">Testing. This can take a minute.</p>}
        {!test.isPending && !test.data && (
          <p className="secondary">
            Signs in with the stored settings and reads until something comes. Nothing is stored.
          </p>
        )}
        {!test.isPending && test.data && <Result result={test.data} />}
      </div>
    </Card>
  );
}

function Result({ result }: { readonly result: TestResult }): ReactElement {
  const read = [...Object.entries(result.rows), ...Object.entries(result.directory)];
  return (
    <div className="stack-s">
      <ol className="test-steps">
        {result.steps.map((step) => (
          <Step key={step.step} step={step} />
        ))}
      </ol>
      {read.length > 0 && (
        <p className="secondary small">
          Read: <ForeignText value={read.map(([name, count]) => `${name} (${amount(count, "item")})`).join(", ")} />
        </p>
      )}
      {result.notes.map((note) => (
        <p key={note} className="secondary small">
          <ForeignText value={note} max={400} />
        </p>
      ))}
    </div>
  );
}

function Step({ step: { step, state, detail } }: { readonly step: TestStep }): ReactElement {
  const [icon, word] = LOOKS[state];
  return (
    <li className={`test-step test-${state}`}>
      <IconMark icon={icon} label={word} />
      <span>
        {STEPS[step]}
        {detail !== null && (
          <span className="secondary small test-detail">
            <ForeignText value={detail} max={400} />
          </span>
        )}
      </span>
    </li>
  );
}
