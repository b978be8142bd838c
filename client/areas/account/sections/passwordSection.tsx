import { useLocation } from 'react-router'
import { withResetPasswordParam } from '#shared/navigation/passwordUrl.ts'
import { resetPasswordMessages } from '#shared/areas/signIn/passwordMessages.ts'
import { Section } from '#client/frame/index.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { defineAccountSection } from '../accountSection.ts'
import { ownAccountMessages } from '../messages.ts'
import * as styles from '../account.css.ts'

/** Leads to the Reset Password modal, which opens over every page (spec.md section 2). */
function PasswordSection() {
  const { pathname, search } = useLocation()
  return (
    <Section id="password" title={ownAccountMessages.password.title} narrow>
      <div className={styles.inset}>
        <p className={styles.text}>{ownAccountMessages.password.about}</p>
        <div>
          <ButtonLink to={pathname + withResetPasswordParam(search)} preventScrollReset>
            {resetPasswordMessages.submit}
          </ButtonLink>
        </div>
      </div>
    </Section>
  )
}

export const passwordSection = defineAccountSection({
  title: ownAccountMessages.password.title,
  what: resetPasswordMessages.what,
  render: () => <PasswordSection />,
})
