import { Form, generatePath, useLocation, useNavigation } from 'react-router'
import { toDay, formatDay } from '#shared/format/dates.ts'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { Button, Section, Status } from '#client/frame/index.ts'
import { FailureText } from '#client/form/PanelFailure.tsx'
import type { SetupProps } from '#client/integrations/setupScreen.tsx'
import { Link } from '#client/ui/Link.tsx'
import type { AdminSsoData } from './adminSsoData.ts'
import { adminSsoMessages } from './messages.ts'
import * as styles from '#client/integrations/integrations.css.ts'

/**
 * Shows the provider's certificates, rotates them, and lists other stores' certificates that expire
 * soon.
 */
export function ProviderCertificates({
  record,
  resource,
  more,
  refused,
  writeKey,
}: SetupProps<AdminSsoData>) {
  const { pathname, search } = useLocation()
  const sending = useNavigation().formData?.get('intent') === 'rotate'
  const answer = refused?.intent === 'rotate' ? refused : undefined
  const { sides, expiries } = more
  if (!record || !sides) return null
  const canRotate = resource.api.writes.includes('change') && sides.certificates.length > 1
  return (
    <Section
      id="certificates"
      title={adminSsoMessages.certificates}
      aside={
        canRotate && (
          <Form method="post" action={pathname + search} preventScrollReset>
            <input type="hidden" name="intent" value="rotate" />
            <input type="hidden" name="stay" value="1" />
            <input type="hidden" name="id" value={record.id} />
            <input type="hidden" name="version" value={record.version} />
            <input type="hidden" name="writeKey" value={`${writeKey}-rotate`} />
            <Button
              type="submit"
              size="small"
              color="white"
              loading={sending}
              title={adminSsoMessages.rotateHint}
            >
              {adminSsoMessages.rotate}
            </Button>
          </Form>
        )
      }
    >
      <div className={styles.inset}>
        {answer?.failure && <FailureText failure={answer.failure} />}
        {sides.certificates.length === 0 && (
          <p className={styles.soft}>{adminSsoMessages.noCertificate}</p>
        )}
        {sides.certificates.map(({ field, subject, key, usable, soon, sentence }) => (
          <div key={field}>
            <Status tone={!usable ? 'bad' : soon ? 'warn' : 'good'}>
              {field === 'certificate'
                ? adminSsoMessages.currentCertificate
                : adminSsoMessages.nextCertificate}
            </Status>
            <p>{sentence}</p>
            <p className={`${styles.soft} ${styles.wrappingText}`}>
              {adminSsoMessages.keyOf(subject, key)}
            </p>
          </div>
        ))}
        {expiries.length > 0 && (
          <>
            <h3 className={styles.heading}>{adminSsoMessages.calendar}</h3>
            <ul>
              {expiries.map(({ id, label, what, at, storeId }) => (
                <li key={`${id} ${what}`}>
                  {formatDay(toDay(at))}{' '}
                  <Link to={generatePath(adminSignOns.path, { storeId: String(storeId) })}>
                    {label}
                  </Link>
                  , {what.toLowerCase()}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Section>
  )
}
