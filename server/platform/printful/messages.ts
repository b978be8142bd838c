/** What operators read about an account at Printful. */
export const printfulMessages = {
  notUnderstood: "Printful sent an event that we don't understand.",
  replaces: (count: number) =>
    count === 1
      ? "This replaces a webhook that wasn't set up here."
      : `This replaces ${count} webhooks that weren't set up here.`,
  replacedWebhook: (store: string, urls: readonly string[]) =>
    `Events of ${store} now go to ${urls.join(' and ')}. They would stop going there.`,
} as const
