import { CopyText } from '#client/stores/CopyText.tsx'
import type { Sides } from '#shared/signOn/signOnCalls.ts'
import { Section } from '#client/ui/Section.tsx'
import type { SetupProps } from '#client/integrations/setupScreen.tsx'
import type { More } from './more.ts'
import { adminSignOnWords as say } from './words.ts'
import * as styles from '#client/integrations/integrations.css.ts'

const claimsRead = (read: Sides['read']): [string, string][] =>
  Object.entries(say.readOf).flatMap(([name, what]): [string, string][] => {
    const claim = read[name as keyof typeof read] // The words are by the same names.
    return claim ? [[what, claim]] : []
  })

/** What is to be entered at the provider and at the DNS of e-mail domains, and whom "required" would lock out. */
export function OurSide({ record, more: { sides } }: SetupProps<More>) {
  if (!record || !sides) return null
  const isSaml = record['protocol'] === 'saml'
  const entered: [string, string][] = isSaml
    ? [
        [say.entityId, sides.entityId],
        [say.acs, sides.acsUrl],
      ]
    : [[say.redirectUri, sides.redirectUri]]
  return (
    <>
      <Section
        id="ours"
        title={say.toEnter}
        aside={isSaml && <a href={sides.metadataUrl}>{say.download}</a>}
      >
        <dl className={styles.inset}>
          {[...entered, [say.signOnUrl, sides.signOnUrl] as const].map(([name, value]) => (
            <div key={name}>
              <dt className={styles.soft}>{name}</dt>
              <dd>
                <CopyText text={value} what={name} />
              </dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section id="read" title={say.read}>
        <dl className={styles.inset}>
          {claimsRead(sides.read).map(([what, name]) => (
            <div key={what} className={styles.told}>
              <dt className={styles.soft}>{what}</dt>
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
          title={say.lockedOut(sides.lockedOut.count, record['enforcement'] === 'required')}
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
