import type { AppFiles } from '#shared/areas/sso/appLinkFiles.ts'
import { CopyText, Section } from '#client/frame/index.ts'
import * as styles from '#client/integrations/integrations.css.ts'
import { mobileSsoMessages } from './messages.ts'

/** Shows the files by which phones recognize the store's app, to view and copy. */
export function AppLinkFiles({ files }: { files: AppFiles }) {
  if (files.length === 0) return null
  return (
    <Section id="files" title={mobileSsoMessages.files}>
      <div className={styles.inset}>
        <p className={styles.soft}>{mobileSsoMessages.filesExplain}</p>
        {files.map(({ name, url, content }) => (
          <section key={name} aria-labelledby={`file-${name}`}>
            <h3 id={`file-${name}`} className={styles.heading}>
              {name}
            </h3>
            {content === null ? (
              <p className={styles.soft}>{mobileSsoMessages.noFile(name)}</p>
            ) : (
              <>
                <a href={url}>{url}</a>
                <CopyText text={content} what={name} />
              </>
            )}
          </section>
        ))}
      </div>
    </Section>
  )
}
