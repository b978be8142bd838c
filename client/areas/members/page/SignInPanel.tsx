import type { SignInCheck, SignInCheckName } from '#shared/areas/members/signInCheck.ts'
import { members } from '#shared/areas/members/members.ts'
import { mails } from '#shared/areas/email/mails.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { users } from '#shared/areas/users/users.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { isPageFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { CheckPanel } from './CheckPanel.tsx'
import type { CheckFix } from './CheckPanel.tsx'
import { buildMemberUrl } from './memberUrl.ts'
import { memberPageTexts } from './messages.ts'

const { check: texts } = memberPageTexts

type Fix = Omit<CheckFix, 'label'>

/** Returns where to fix what a check found. */
function getFix(name: SignInCheckName, member: AnyRecord, storeId: number | null): Fix | null {
  const search = new URLSearchParams({ search: String(member['email']) })
  const createStoreFix = (to: (id: number) => string): Fix | null =>
    storeId === null ? null : { to: to(storeId), of: stores }
  const ssoSetup = createStoreFix((id) => `/stores/${id}/member/mobile-sso/setup`)
  const fixes: Record<SignInCheckName, Fix | null> = {
    account: member['erasedAt']
      ? null
      : { to: buildMemberUrl(member.id, { panel: 'reactivate' }), of: members, action: 'write' },
    store: createStoreFix((id) => buildStoreUrl(id)),
    domain: createStoreFix((id) => buildStoreUrl(id, 'access')),
    sso: ssoSetup,
    lastSignIn: ssoSetup,
    lockout: { to: `${users.path}?${search.toString()}`, of: users },
    email: { to: `${mails.path}&${search.toString()}`, of: mails },
  }
  return fixes[name]
}

type Props = { member: AnyRecord; check: SignInCheck | PageFailure; close: string }

/** Answers why a member can't sign in, with the fix, and lists all checks. */
export function SignInPanel({ member, check, close }: Props) {
  const { cause = null, storeId = null } = isPageFailure(check) ? {} : check
  const fix = cause && getFix(cause, member, storeId)
  return (
    <CheckPanel
      title={memberPageTexts.titles.signIn(getLabel(members, member))}
      close={close}
      results={check}
      names={texts.names}
      fix={cause && fix && { ...fix, label: texts.fixes[cause] }}
    />
  )
}
