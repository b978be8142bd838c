import { formatNumber } from '#shared/format/numbers.ts'
import { integrationStates } from '#shared/engine/integrations/states.ts'
import type { IntegrationState } from '#shared/engine/integrations/states.ts'

/** Texts for operators, shared by all integrations. */
export const integrationMessages = {
  testedOnceSaved: 'This step runs after you save the settings.',
  activated: 'The test passed. The setup is now active.',
  signedOnceSaved: 'The key that signs requests is created when you save the settings.',
  testFirst: 'Test the current settings first. You can activate them once the test passes.',
  inUse: (kind: string) => `Disable this ${kind} before you delete it.`,
  wrongState: (state: IntegrationState) =>
    `You can't do this while the status is ${integrationStates[state]}.`,
  changedSince: (state: IntegrationState) =>
    `The status changed to ${integrationStates[state]} in the meantime.`,
  uncheckedSteps: (titles: readonly string[]) =>
    `The last test couldn't check: ${titles.join(', ')}.`,
  activate: (records: string) => `Activate ${records}`,
  disable: (records: string) => `Disable ${records}`,
  otherStores: (kind: string) =>
    `This ${kind} is used by stores that you don't manage. Ask an operator who manages all stores.`,
  storeNames: (names: readonly string[], more: number) =>
    new Intl.ListFormat('en').format(
      more > 0
        ? [...names, more === 1 ? '1 more store' : `${formatNumber(more)} more stores`]
        : names,
    ),
  testCanceled: 'The test was canceled.',
  testLost: "The test didn't finish. Test again.",
  skipped: 'Skipped because an earlier step failed.',
  unchecked: "Couldn't check this step.",
  internalError: 'Something went wrong on our side. Test again.',
  testTimeout: "The test didn't finish within 20 seconds. Test again.",
  stepTimeout: 'No response within 5 seconds. A firewall may be blocking the connection.',
} as const

/** Texts for API callers about invalid requests and required confirmations. */
export const integrationCallMessages = {
  expiryDays: '"days" must be a whole number from 0 to 366.',
  stateBody:
    'The body must have "event" ("activate" or "disable") and can have "despite" (an array of step names).',
  testBody: 'The body can have "activate", which must be true or false.',
  typedTestBody: 'The body must have "values" (an object) and can have "input" (also an object).',
  uncheckedSteps: (titles: readonly string[], names: readonly string[]) =>
    `The test couldn't check these steps: ${titles.join(', ')}. To activate anyway, send the request again with despite: ${names.join(', ')}.`,
  tooMany: 'Too many requests were sent from your network. Try again in a minute.',
} as const
