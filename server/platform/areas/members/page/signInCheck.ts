import { formatInstant } from '#shared/format/dates.ts'
import { utcZone } from '#shared/format/zones.ts'
import { signInCheckNames } from '#shared/areas/members/signInCheck.ts'
import type {
  SignInCheck,
  SignInCheckName,
  SignInCheckResult,
} from '#shared/areas/members/signInCheck.ts'
import type { StoreStatus } from '#shared/areas/stores/status/storeStates.ts'
import { storeStatuses } from '#shared/areas/stores/status/storeStates.ts'
import { signInCheckMessages } from './messages.ts'

/** What the checks need to know. Null means that there is none. */
export type SignInFacts = {
  name: string
  email: string
  active: boolean
  isErased: boolean
  suspension: { at: string; reason: string } | null
  store: {
    id: number
    name: string
    status: string
    statusReason: string | null
    allowedEmailDomains: string[]
  } | null
  sso: { state: string; problem: string | null } | null
  lastSignIn: { at: string; result: string; cause: string | null } | null
  /** The status of the operator or store admin with this address; `hidden` without permission. */
  account: { status: string; reason: string | null } | 'hidden' | null
  lastEmail: { at: string; status: string; problem: string | null } | null
  /** The state of the store's email setting. */
  mailState: string | null
}

type CheckOutcome = Omit<SignInCheckResult, 'name'>

const createPass = (sentence: string): CheckOutcome => ({ state: 'passed', sentence })
const fail = (sentence: string): CheckOutcome => ({ state: 'failed', sentence })
const skip = (sentence: string): CheckOutcome => ({ state: 'unknown', sentence })

const formatTime = (at: string) => `${formatInstant(at, utcZone)} ${utcZone}`
const { passed, failed, skipped } = signInCheckMessages

/** Every check. Complete by type: a name without its check doesn't compile. */
const checks: Record<SignInCheckName, (facts: SignInFacts) => CheckOutcome> = {
  account({ active, isErased, suspension }) {
    if (isErased) return fail(failed.erased)
    if (suspension) return fail(failed.suspended(formatTime(suspension.at), suspension.reason))
    return active ? createPass(passed.account) : fail(failed.inactive)
  },
  store({ store }) {
    if (!store) return fail(failed.noStore)
    const { name, status, statusReason } = store
    if (status === 'active') return createPass(passed.store(name))
    const label = storeStatuses[status as StoreStatus] ?? status
    return fail(failed.store(name, label.toLowerCase(), statusReason))
  },
  domain({ store, email }) {
    const domains = store?.allowedEmailDomains ?? []
    if (domains.length === 0) return createPass(passed.anyDomain)
    const domain = email.slice(email.lastIndexOf('@') + 1)
    return domains.some((one) => one.toLowerCase() === domain.toLowerCase())
      ? createPass(passed.domain(domain))
      : fail(failed.domain(domain, domains))
  },
  sso({ sso }) {
    if (!sso) return skip(skipped.sso)
    if (sso.state === 'active') return createPass(passed.sso)
    return fail(
      sso.state === 'degraded' ? failed.ssoDegraded(sso.problem) : failed.ssoState(sso.state),
    )
  },
  lastSignIn({ lastSignIn }) {
    if (!lastSignIn) return skip(skipped.lastSignIn)
    const time = formatTime(lastSignIn.at)
    return lastSignIn.result === 'ok'
      ? createPass(passed.lastSignIn(time))
      : fail(failed.lastSignIn(time, lastSignIn.cause))
  },
  lockout({ account }) {
    if (account === 'hidden') return skip(skipped.hiddenAccount)
    if (account?.status !== 'locked') return createPass(passed.lockout)
    return fail(failed.locked(account.reason))
  },
  email({ lastEmail, mailState }) {
    if (mailState !== null && mailState !== 'active') return fail(failed.mailState(mailState))
    if (!lastEmail) return skip(skipped.email)
    const time = formatTime(lastEmail.at)
    if (lastEmail.status === 'failed') return fail(failed.email(time, lastEmail.problem))
    return lastEmail.status === 'sent'
      ? createPass(passed.email(time))
      : skip(skipped.emailWaits(time))
  },
}

/**
 * Checks everything that can prevent a member from signing in. The first failure is the answer,
 * because the later ones matter only once it's fixed.
 */
export function checkSignIn(facts: SignInFacts): SignInCheck {
  const results = signInCheckNames.map((name) => ({ name, ...checks[name](facts) }))
  const cause = results.find(({ state }) => state === 'failed')
  return {
    answer: cause?.sentence ?? signInCheckMessages.nothing(facts.name),
    cause: cause?.name ?? null,
    storeId: facts.store?.id ?? null,
    checks: results,
  }
}
