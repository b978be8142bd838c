export const giftCardTemplateMessages = {
  more: (name: string) => `More actions for ${name}`,
  preview: 'Preview',
  test: 'Send test',
  duplicate: 'Duplicate',
  pause: 'Pause',
  resume: 'Resume',
  cards: 'View gift cards',
  delete: 'Delete',
  sync: 'Sync catalog',
  syncExplain:
    "Loads Runa's products for each environment that has an API key. The catalog also syncs automatically every hour.",
  withdrawn: (count: number) =>
    count === 1
      ? "1 product in this template can't be ordered. Choose a different product."
      : `${count} products in this template can't be ordered. Choose different products.`,
  allFrozen: (environment: string, reason: string) =>
    `${environment}: gift cards are frozen and can't be sent. Reason: ${reason}`,
  frozen: 'Frozen',
  lifted: 'Open gift card setup',
  of: (sent: string, cap: string) => `${sent} of ${cap}`,
  titles: {
    test: (name: string) => `Send test for ${name}`,
    duplicate: (name: string) => `Duplicate ${name}`,
    pause: (name: string) => `Pause ${name}`,
    resume: (name: string) => `Resume ${name}`,
    preview: (name: string) => `Preview of ${name}`,
  },
  duplicateExplain: "Stores can't use the copy to send gift cards until you activate it.",
  copyOf: (name: string) => `${name.slice(0, 73)} (copy)`,
  pauseExplain:
    "Stores can't send gift cards with this template until you resume it. Gift cards already queued are still sent.",
  resumeExplain:
    "Stores can send gift cards with this template again if it's active and its schedule allows.",
  testExplain:
    "Orders a sandbox gift card with no real value, and emails it if the template's delivery is Email. The amount counts toward the template's and setup's limits.",
  testLive:
    "You can only test sandbox templates. Duplicate this template, then set the copy's environment to Sandbox.",
  mail: 'Email',
  page: 'Gift card page',
  sample: 'Sample values replace the variables in braces.',
} as const
