import type { ReactNode } from 'react'
import { formMessages } from '#shared/formMessages.ts'
import { panelMessages } from '#shared/panelMessages.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import * as styles from './Panel.css.ts'

type Props = {
  said?: string
  question?: ReactNode
  leave?: string | undefined
  discard?: (() => void) | undefined
  children: ReactNode
}

/** The one footer of every form: what is unsaved at the left; the way out and what it does at the right. */
export function FormFooter({ said, question, leave, discard, children }: Props) {
  return (
    <div className={styles.footer}>
      {question}
      <div className={styles.footerRow}>
        {said === undefined ? (
          <span className={styles.said} />
        ) : (
          <p className={styles.said} role="status" title={said}>
            {said}
          </p>
        )}
        {discard ? (
          <Button color="white" onClick={discard}>
            {formMessages.discard}
          </Button>
        ) : (
          leave !== undefined && (
            <ButtonLink color="white" to={leave} preventScrollReset>
              {panelMessages.remove.cancel}
            </ButtonLink>
          )
        )}
        {children}
      </div>
    </div>
  )
}
