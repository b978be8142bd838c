import { formatNumber } from '#shared/format/numbers.ts'

export const webhookCallMessages = {
  unreadableEvents: (events: readonly string[]) =>
    `Choose only events that you can view. You can't view ${new Intl.ListFormat('en').format(events)}.`,
  paused: 'This webhook is paused. Activate it first.',
  notFailed: "This delivery is still waiting. You can replay it after it's delivered or fails.",
  rejected: (status: number) => `The program responded with status ${status}.`,
  gone: 'The program responded with status 410 (gone), so the webhook was disabled.',
  noSecret: 'The webhook has no secret. Replace the secret first.',
  failedInside: 'Something went wrong on our side.',
  stopped: (days: number) =>
    `The webhook was disabled because all deliveries failed for ${formatNumber(days)} days.`,
  disabled: (name: string) => `Webhook ${name} is disabled because its deliveries failed`,
  failing: (name: string) => `Deliveries to webhook ${name} are failing`,
  detail: 'Fix the program, activate the webhook, and replay the failed deliveries.',
} as const
