import type { AnyRecord } from '#shared/engine/resource.ts'
import type { AdminSsoInfo } from '#shared/areas/sso/adminSsoCalls.ts'
import { CopyText, Section } from '#client/frame/index.ts'
import type { SetupProps } from '#client/integrations/setupScreen.tsx'
import type { AdminSsoData } from './adminSsoData.ts'
import { adminSsoMessages } from './messages.ts'
import { facts } from '#client/form/Panel.css.ts'
import * as styles from '#client/integrations/integrations.css.ts'

const listClaims = (read: AdminSsoInfo['read']): [string, string][] =>
  Object.entries(adminSsoMessages.readOf).flatMap(([name, what]): [string, string][] => {
    const claim = read[name as keyof typeof read] // Both tables have the same keys.
    return claim ? [[what, claim]] : []
  })

/** Whether admins sign in with this setup, so that its SSO policy applies to them. */
const isSetupInUse = ({ state }: AnyRecord) => state === 'active' || state === 'degraded'

/**
 * Shows the sign-in URL, the claims, the DNS records of email domains, and the admins that
 * "required" would lock out.
 */
export function AdminSsoSignInDetails({ record, more: { sides } }: SetupProps<AdminSsoData>) {
  if (!record || !sides) return null
  return (
    <>
      <Section id="where" title={adminSsoMessages.signOnUrl}>
        <div className={styles.inset}>
          <p className={styles.soft}>{adminSsoMessages.signOnExplain}</p>
          <CopyText text={sides.signOnUrl} what={adminSsoMessages.signOnUrl} />
        </div>
      </Section>
      <Section id="read" title={adminSsoMessages.read}>
        <dl className={`${styles.inset} ${facts}`}>
          {listClaims(sides.read).map(([what, name]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{name}</dd>
            </div>
          ))}
        </dl>
      </Section>
      {sides.domains.length > 0 && (
        <Section id="domains" title={adminSsoMessages.domains}>
          <div className={styles.inset}>
            <p className={styles.soft}>{adminSsoMessages.domainsExplain}</p>
            {sides.domains.map(({ domain, name, value }) => (
              <dl key={domain}>
                <dt className={styles.soft}>{adminSsoMessages.txtOf(domain)}</dt>
                <dd>
                  <CopyText text={name} what={adminSsoMessages.nameOf(domain)} />
                </dd>
                <dd>
                  <CopyText text={value} what={adminSsoMessages.valueOf(domain)} />
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
            record['enforcement'] === 'required' && isSetupInUse(record)
              ? adminSsoMessages.lockedOut(sides.lockedOut.count)
              : adminSsoMessages.wouldLockOut(sides.lockedOut.count)
          }
        >
          <div className={styles.inset}>
            <p className={styles.soft}>{adminSsoMessages.lockedOutExplain}</p>
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
