import type { ApiKeyDetails, AvailableCall } from '#shared/areas/apiKeys/apiKeyCalls.ts'
import { CopyText, Section } from '#client/frame/index.ts'
import { buildCurlCommand } from './buildCurlCommand.ts'
import { apiKeysMessages } from './messages.ts'
import * as styles from './ApiKeys.css.ts'

const getGroup = ({ path }: AvailableCall) => path.split('/')[1] ?? path

/** The calls that a key can make now, each with a command to copy. */
export function Calls({ calls, origin }: Pick<ApiKeyDetails, 'calls' | 'origin'>) {
  const groups = [...Map.groupBy(calls, getGroup)].toSorted(([one], [other]) =>
    one.localeCompare(other),
  )
  return (
    <Section id="calls" title={apiKeysMessages.calls}>
      <div className={styles.inset}>
        <p>
          {calls.length === 0
            ? apiKeysMessages.callsNone
            : apiKeysMessages.callsExplain(calls.length)}
        </p>
        {calls.length > 0 && origin === '' && (
          <p className={styles.about}>{apiKeysMessages.originMissing}</p>
        )}
      </div>
      {groups.map(([name, own]) => (
        <details key={name} className={styles.group}>
          <summary className={styles.summary}>{apiKeysMessages.group(name, own.length)}</summary>
          {own.map((call) => {
            const title = `${call.method} ${call.path}`
            return (
              <details key={title} className={styles.call}>
                <summary>
                  <span className={styles.method}>{title}</span>{' '}
                  <span className={styles.about}>{call.summary}</span>
                </summary>
                <CopyText
                  text={buildCurlCommand(call, origin)}
                  what={apiKeysMessages.command(title)}
                />
              </details>
            )
          })}
        </details>
      ))}
    </Section>
  )
}
