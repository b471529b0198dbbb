import type { Page } from "playwright-core";

/**
 * Evaluates an expression in a page as the developer tools do, which the content security policy of the page does not
 * forbid; awaits it and returns its value.
 */
export async function evaluate<T>(page: Page, expression: string): Promise<T> {
  const session = await page.context().newCDPSession(page);
  try {
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as T;
  } finally {
    await session.detach();
  }
}
