import { CopyText } from '#client/ui/texts/CopyText.tsx'
import type { Sides } from '#shared/areas/sso/signOnCalls.ts'
import { Section } from '#client/ui/Section.tsx'
import type { SetupProps } from '#client/integrations/setupScreen.tsx'
import type { More } from './more.ts'
import { adminSignOnWords as say } from './words.ts'
import { facts } from '#client/form/Panel.css.ts'
import * as styles from '#client/integrations/integrations.css.ts'

const claimsRead = (read: Sides['read']): [string, string][] =>
  Object.entries(say.readOf).flatMap(([name, what]): [string, string][] => {
    const claim = read[name as keyof typeof read] // The words are by the same names.
    return claim ? [[what, claim]] : []
  })

/** Where admins sign on, what is entered at the DNS of e-mail domains, and whom "required" would lock out. */
export function OurSide({ record, more: { sides } }: SetupProps<More>) {
  if (!record || !sides) return null
  return (
    <>
      <Section id="where" title={say.signOnUrl}>
        <div className={styles.inset}>
          <p className={styles.soft}>{say.signOnExplain}</p>
          <CopyText text={sides.signOnUrl} what={say.signOnUrl} />
        </div>
      </Section>
      <Section id="read" title={say.read}>
        <dl className={`${styles.inset} ${facts}`}>
          {claimsRead(sides.read).map(([what, name]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{name}</dd>
            </div>
          ))}
        </dl>
      </Section>
      {sides.domains.length > 0 && (
        <Section id="domains" title={say.domains}>
          <div className={styles.inset}>
            <p className={styles.soft}>{say.domainsExplain}</p>
            {sides.domains.map(({ domain, name, value }) => (
              <dl key={domain}>
                <dt className={styles.soft}>{say.txtOf(domain)}</dt>
                <dd>
                  <CopyText text={name} what={say.nameOf(domain)} />
                </dd>
                <dd>
                  <CopyText text={value} what={say.valueOf(domain)} />
                </dd>
              </dl>
            ))}
          </div>
        </Section>
      )}
      {sides.lockedOut.count > 0 && (
        <Section
          id="locked"
          title={
            record['enforcement'] === 'required'
              ? say.lockedOut(sides.lockedOut.count)
              : say.wouldLockOut(sides.lockedOut.count)
          }
        >
          <div className={styles.inset}>
            <p className={styles.soft}>{say.lockedOutExplain}</p>
            <ul>
              {sides.lockedOut.emails.map((email) => (
                <li key={email}>{email}</li>
              ))}
            </ul>
          </div>
        </Section>
      )}
    </>
  )
}
