import { renderSVG } from 'uqr'
import type { TotpSetup } from '#shared/areas/signIn/factors.ts'
import { factorsMessages } from './messages.ts'
import * as styles from '../account.css.ts'

/** Shows the QR code of a new authenticator app, and its key for those who can't scan it. */
export function AppSetup({ secret, uri }: TotpSetup) {
  const svg = renderSVG(uri, { border: 2 })
  return (
    <>
      <p className={styles.text}>{factorsMessages.scan}</p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        alt={factorsMessages.qrCode}
        width="200"
        height="200"
      />
      <p className={styles.text}>{factorsMessages.secret}</p>
      <code className={styles.secret}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
    </>
  )
}
