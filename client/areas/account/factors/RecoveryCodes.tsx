import { Section } from '#client/frame/index.ts'
import { factorsMessages } from './messages.ts'
import * as styles from '../account.css.ts'

/** Shows new recovery codes, which are shown only once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Section id="newCodes" title={factorsMessages.newCodes} narrow>
      <div className={styles.inset} role="status">
        <p className={styles.text}>{factorsMessages.newCodesExplain}</p>
        <ul className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  )
}
