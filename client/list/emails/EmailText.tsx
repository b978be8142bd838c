import type { EmailText } from '#shared/areas/email/emailText.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { emailTextMessages } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './EmailText.css.ts'

/** The text of an email as its recipient got it, or why there's none. */
export function EmailTextSection({ state, text, savedUntil }: EmailText) {
  return (
    <>
      <h3 className={panel.subheading}>{emailTextMessages.title}</h3>
      {text === null ? (
        <p>{emailTextMessages[state === 'masked' ? 'masked' : 'none']}</p>
      ) : (
        <>
          <p className={styles.text}>{text.trim()}</p>
          <p className={styles.note}>
            {savedUntil === null ? (
              emailTextMessages.removed
            ) : (
              <Instant at={savedUntil} format={emailTextMessages.removedUntil} />
            )}
          </p>
        </>
      )}
    </>
  )
}
