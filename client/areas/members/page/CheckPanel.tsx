import type { GuardedItem } from '#shared/navigation/menu.ts'
import type { Action } from '#shared/permissions/permissions.ts'
import { Status } from '#client/frame/index.ts'
import { isPageFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { memberPageTexts } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './MemberPage.css.ts'

/** Where to fix what a check found, and the permission that the fix needs. */
export type CheckFix = { to: string; of: GuardedItem; action?: Action; label: string }

const tones = {
  passed: 'good',
  failed: 'bad',
  missing: 'bad',
  taken: 'warn',
  unknown: 'off',
} as const

type CheckResults = {
  answer: string
  checks: readonly { name: string; state: keyof typeof tones; sentence: string }[]
}

type Props = {
  title: string
  close: string
  results: CheckResults | PageFailure
  names: Readonly<Record<string, string>>
  fix: CheckFix | null
}

/** Answers a question about a member, with the fix, and lists all checks. */
export function CheckPanel({ title, close, results, names, fix }: Props) {
  const can = useCan()
  const { check: texts } = memberPageTexts
  if (isPageFailure(results))
    return (
      <Panel title={title} close={close}>
        <div className={panel.body}>
          <FailureText failure={results} />
        </div>
      </Panel>
    )
  const { answer, checks } = results
  return (
    <Panel title={title} close={close} size="medium">
      <div className={panel.body}>
        <p className={styles.answer}>{answer}</p>
        {fix && can(fix.of, fix.action) && (
          <p>
            <ButtonLink to={fix.to}>{fix.label}</ButtonLink>
          </p>
        )}
        <h3 className={panel.subheading}>{texts.all}</h3>
        <ul className={styles.checks}>
          {checks.map(({ name, state, sentence }) => (
            <li key={name} className={styles.check}>
              <span>{names[name]}</span>
              <Status tone={tones[state]}>{texts.states[state]}</Status>
              <span className={styles.checkSentence}>{sentence}</span>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}
