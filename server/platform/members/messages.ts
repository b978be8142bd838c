import { formatMoney } from '#shared/money.ts'
import { formatNumber } from '#shared/numbers.ts'
import { independentDays } from '#shared/credits/approval.ts'

export const groupMessages = {
  tooMuch: 'A programme gives no more at once than one operator may issue alone',
  needsApproval: ({ total, unit }: { total: number; unit: string }) =>
    `The group would then give ${formatMoney(total, unit)} in a period. A second operator has to approve that before it gives anything.`,
  groupsNeedApproval: (waiting: number, total: number, names: readonly string[]) => {
    const groups =
      total === 1
        ? 'This group needs'
        : `${formatNumber(waiting)} of ${formatNumber(total)} groups ${waiting === 1 ? 'needs' : 'need'}`
    const some = total === 1 ? '' : `: ${names.join(', ')}${waiting > names.length ? ', ...' : ''}`
    return `${groups} a second operator's approval before members get credits, because what they would give is above your limits for 24 hours${some}.`
  },
  copiesNeedApproval: (waiting: number, total: number, stores: readonly string[]) => {
    const copies =
      total === 1
        ? 'The copy needs'
        : `${formatNumber(waiting)} of ${formatNumber(total)} copies ${waiting === 1 ? 'needs' : 'need'}`
    const some =
      total === 1 ? '' : `: ${stores.join(', ')}${waiting > stores.length ? ', ...' : ''}`
    return `${copies} a second operator's approval before members get credits, because what they would give is above your limits for 24 hours${some}.`
  },
  notWaiting: 'The credits of this group no longer wait for approval. Reload the page.',
  totalChanged:
    'The group would now give a different amount than the one you saw. Reload the page, then decide again.',
  ownProgram:
    "You set up these credits or added members to the group, so you can't approve them. Ask another operator.",
  relatedProgram: (operator: string) =>
    `You can't approve these credits. ${operator} set them up, and created or changed your account in the last ${independentDays} days. Ask another operator.`,
  stays: 'A group stays in its store: duplicate it to others',
  noUnit: 'Unit says what the amounts are counted in',
  noPeriod: (of: string) => `${of} needs its period`,
  byRule: 'Who is in a group by rule is decided by its rules: change these.',
  elsewhere: 'The other group must be one of the same store.',
  notHere: 'One of these is no member of the store of this group.',
  itself: 'The members cannot go to the group that is deleted.',
  taken: (store: string) => `${store} has a group of this name already.`,
  otherUnit: (store: string, unit: string) => `${store} counts in ${unit}.`,
  noStore: 'One of these stores does not exist.',
} as const

type InvitedMember = { name: string; email: string; store: string; host: string }

/** The email that invites a member to their store; the store asks for the password, so it holds no secret link. */
export const writeMemberInvitation = ({ name, email, store, host }: InvitedMember) => ({
  subject: `You're invited to ${store}`,
  text: `Hello ${name},\n\nYou can now order at ${store}:\n\nhttps://${host}\n\nSign in with this email address: ${email}\n\n${store}\n`,
})
