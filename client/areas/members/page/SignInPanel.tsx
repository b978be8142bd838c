import type { SignInCheck, SignInCheckName } from '#shared/areas/members/signInCheck.ts'
import { members } from '#shared/areas/members/members.ts'
import { mails } from '#shared/areas/email/mails.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { users } from '#shared/areas/users/users.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Action } from '#shared/permissions/permissions.ts'
import type { GuardedItem } from '#shared/navigation/menu.ts'
import { Status } from '#client/frame/index.ts'
import { isPageFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { buildMemberUrl } from './memberUrl.ts'
import { memberPageTexts } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './MemberPage.css.ts'

const { check: texts } = memberPageTexts
const tones = { passed: 'good', failed: 'bad', unknown: 'off' } as const

type Fix = { to: string; of: GuardedItem; action?: Action }

/** Returns where to fix what a check found. */
function getFix(name: SignInCheckName, member: AnyRecord, storeId: number | null): Fix | null {
  const search = new URLSearchParams({ search: String(member['email']) })
  const inStore = (to: (id: number) => string): Fix | null =>
    storeId === null ? null : { to: to(storeId), of: stores }
  const ssoSetup = inStore((id) => `/stores/${id}/member/mobile-sso/setup`)
  const fixes: Record<SignInCheckName, Fix | null> = {
    account: {
      to: buildMemberUrl(member.id, { panel: 'reactivate' }),
      of: members,
      action: 'write',
    },
    store: inStore((id) => buildStoreUrl(id)),
    domain: inStore((id) => buildStoreUrl(id, 'access')),
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
  const can = useCan()
  const title = memberPageTexts.titles.signIn(getLabel(members, member))
  if (isPageFailure(check))
    return (
      <Panel title={title} close={close}>
        <div className={panel.body}>
          <FailureText failure={check} />
        </div>
      </Panel>
    )
  const { answer, cause, checks, storeId } = check
  const fix = cause && getFix(cause, member, storeId)
  return (
    <Panel title={title} close={close} size="medium">
      <div className={panel.body}>
        <p className={styles.answer}>{answer}</p>
        {cause && fix && can(fix.of, fix.action) && (
          <p>
            <ButtonLink to={fix.to}>{texts.fixes[cause]}</ButtonLink>
          </p>
        )}
        <h3 className={panel.asks}>{texts.all}</h3>
        <ul className={styles.checks}>
          {checks.map(({ name, state, sentence }) => (
            <li key={name} className={styles.check}>
              <span>{texts.names[name]}</span>
              <Status tone={tones[state]}>{texts.states[state]}</Status>
              <span className={styles.checkSentence}>{sentence}</span>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}
