import { limits } from '#shared/limits.ts'
import { formatNumber } from '#shared/format/numbers.ts'
export const storeCallMessages = {
  deletionDeadline: (store: string) => `Deletion of ${store}`,
  certificate: 'Certificate',
  certificateDeadline: (domain: string) => `Certificate for ${domain} expires`,
  verificationDeadline: (domain: string) => `Verify ${domain} again before its certificate expires`,
  verificationOverdue: (domain: string) =>
    `Verify ${domain} again, because its certificate has expired`,
  notRenewed: "The domain's DNS records changed, so the certificate can't be renewed.",
  certificateFails: (domain: string) => `Visitors to ${domain} get a certificate warning`,
  assignBody: (max: number) => `The body must contain "storeIds" with 1 to ${max} IDs.`,
  storesGone: (count: number) =>
    count === 1
      ? "1 of these stores doesn't exist. Reload the page, then select stores again."
      : `${count} of these stores don't exist. Reload the page, then select stores again.`,
  replaces: (name: string) => `This replaces ${name}`,
  replacesInherited: (name: string) => `This replaces ${name} (inherited)`,
  membersAffected: (count: number) =>
    count === 1
      ? 'The selected stores have 1 member in total.'
      : `The selected stores have ${formatNumber(count)} members in total.`,
  tagsHidden: "Members don't see tags, so nothing changes for them.",
  choosePublished: 'Choose a published theme.',
  tooManyTags: `The store already has ${limits.listEntries} tags, the maximum. Remove one first.`,
  needsPermission:
    "You don't have permission to assign this setup. Ask an operator who manages all stores and can change setups of this kind.",
  assignTitle: (name: string) => `Assign ${name}`,
  unknownField: (names: string) => `"field" must be one of ${names}.`,
  exceptBody: '"except" must be the ID of a store.',
  takenBy: (field: string, store: string) => `${field} is already used by ${store}`,
  duplicateBody: (sections: string) =>
    `The body must contain "values" and "sections". The sections can be ${sections}.`,
  setupBody: 'The body must contain the "kind" and "id" of a setup.',
  notChecked: "The store is scheduled for deletion, so it wasn't checked.",
  readyAsBefore: (percent: number) => `${percent}% ready (unchanged).`,
  readyNow: (percent: number, before: number) => `${percent}% ready (was ${before}%).`,
  checkTitle: 'Check all stores',
  inUse: "The store can't be deleted because it already has members or orders.",
  memberGroup: 'member group',
  ledgerEntry: 'ledger entry',
  giftCard: 'gift card',
} as const

/** The texts of a job that assigns an SMTP setting to stores. */
export const smtpAssignmentMessages = {
  one: 'an SMTP setting',
  same: 'Every selected store already uses this setting. Select other stores.',
  already: 'Already uses this setting',
  none: 'No SMTP setting is assigned yet',
  inactive: "This setting isn't active, so emails will be held",
} as const

/** The texts of a job that assigns a theme to stores. */
export const themeAssignmentMessages = {
  one: 'a theme',
  same: 'Every selected store already uses this theme. Select other stores.',
  already: 'Already uses this theme',
  none: 'No theme is assigned yet',
  notPublished: 'You can only assign published themes. Publish this one first.',
} as const
