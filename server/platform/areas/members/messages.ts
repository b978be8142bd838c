import { formatMoney } from '#shared/format/money.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { independentDays } from '#shared/engine/approval.ts'
import { limits } from '#shared/limits.ts'

/** Formats "A, B, C", or "A, B, C, ..." if `count` is higher. */
const formatNames = (names: readonly string[], count: number) =>
  count > names.length ? `${names.join(', ')}, ...` : names.join(', ')

export const memberGroupCallMessages = {
  tooMuch: 'This is more than you can issue to one member without approval. Enter a lower amount.',
  needsApproval: ({ total, unit }: { total: number; unit: string }) =>
    `With these members, the group would issue ${formatMoney(total, unit)} per period. A second operator must approve this before members get credits.`,
  groupsNeedApproval: (waiting: number, total: number, names: readonly string[]) => {
    if (total === 1)
      return "This group's credits exceed your 24-hour limits. A second operator must approve them before members get any."
    const some = formatNames(names, waiting)
    return waiting === 1
      ? `The credits for 1 of ${formatNumber(total)} groups (${some}) exceed your 24-hour limits. A second operator must approve them before members get any.`
      : `The credits for ${formatNumber(waiting)} of ${formatNumber(total)} groups (${some}) exceed your 24-hour limits. A second operator must approve them before members get any.`
  },
  copiesNeedApproval: (waiting: number, total: number, stores: readonly string[]) => {
    if (total === 1)
      return "The copy's credits exceed your 24-hour limits. A second operator must approve them before members get any."
    const some = formatNames(stores, waiting)
    return `The credits for ${formatNumber(waiting)} of ${formatNumber(total)} copies (${some}) exceed your 24-hour limits. A second operator must approve them before members get any.`
  },
  notWaiting: "This group's credits aren't waiting for approval anymore. Reload the page.",
  totalChanged:
    "The group's credits have changed since you opened the page. Reload the page and review the new total before you approve it.",
  ownProgram:
    "You set up these credits or added members to the group, so you can't approve them. Ask another operator.",
  relatedProgram: (operator: string) =>
    `You can't approve these credits, because ${operator} set them up or added members, and created or changed your account in the last ${independentDays} days. Ask another operator.`,
  stays: "A group can't move to another store. Duplicate it instead.",
  noUnit: 'Choose a unit for the amounts.',
  noPeriod: {
    spendPeriod: 'Choose a period for the spend limit.',
    creditPeriod: 'Choose a period for the credits.',
  },
  byRule: "This group's rules decide who is in it. Change the rules instead.",
  elsewhere: 'Choose a group in the same store.',
  notHere: "One of these members isn't in this group's store.",
  itself: 'Choose another group, because this group will be deleted.',
  taken: (store: string) => `${store} already has a group with this name.`,
  otherUnit: (store: string, unit: string) =>
    `The group wasn't copied to ${store}, because that store uses a different unit: ${unit}.`,
  noStore: "One of these stores doesn't exist. Reload the page, then select stores again.",
  storeIdsBody: (max: number) => `"storeIds" can contain at most ${max} IDs, separated by commas.`,
  moveBody: `Send "emails", "memberIds", or both, with up to ${limits.createMany} entries each, and set "action" to "add" or "remove".`,
  storesBody: (max: number) => `"storeIds" must contain 1 to ${max} IDs.`,
  moveToBody: '"moveTo" must be the ID of a group, or null.',
  idsBody: (max: number) => `"id" must contain 1 to ${max} member IDs.`,
  totalBody: '"total" must be a whole number.',
  noGroup: 'No group',
} as const

type InvitedMember = { name: string; email: string; store: string; host: string }

/**
 * Formats the email that invites a member to their store. It contains no secret link, since the
 * store asks for the password.
 */
export const formatMemberInvitation = ({ name, email, store, host }: InvitedMember) => ({
  subject: `You're invited to ${store}`,
  text: `Hello ${name},\n\nYou can now order at ${store}:\n\nhttps://${host}\n\nSign in with this email address: ${email}\n\n${store}`,
})

/** The alert about a credit program that waits for a second operator. */
export const programAlertMessages = {
  programWaits: (group: string) => `The credit program for ${group} needs approval`,
  programWaitsDetail: "The program won't issue credits until a second operator approves it.",
}
