import type { ReactNode } from 'react'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { isMarkdownTooDeep } from '#shared/format/markdown.ts'
import { isArticleTooLong } from '#shared/areas/training/validateTrainingContent.ts'
import { contentTypes } from '#shared/areas/training/trainingContent.ts'
import type { ContentType } from '#shared/areas/training/trainingContent.ts'
import { getPanelHeading } from '#client/frame/index.ts'
import { Panel } from '#client/form/Panel.tsx'
import { MarkdownText, externalLinkProps } from '#client/ui/texts/MarkdownText.tsx'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './Preview.css.ts'
import { QuizPreview } from './QuizPreview.tsx'
import { trainingPreviewMessages } from './previewMessages.ts'

/** Previews content as a member sees it. */
export function ContentPreviewPanel({ resource, view, loaded: content }: PanelProps<AnyRecord>) {
  const type = content['type'] as ContentType // One of the field's options.
  const facts = [
    contentTypes[type],
    trainingPreviewMessages.minutes(Number(content['minutes'])),
    ...(content['required'] === true ? [trainingPreviewMessages.required] : []),
  ]
  return (
    <Panel
      {...getPanelHeading({ resource, view }, content, trainingPreviewMessages.title)}
      size="large"
    >
      <div className={panel.body}>
        {content['status'] !== 'published' && (
          <p className={panel.warning}>{trainingPreviewMessages.draft}</p>
        )}
        <p className={styles.facts}>{facts.join(' · ')}</p>
        {contentViews[type](content) ?? <p>{trainingPreviewMessages.nothing}</p>}
      </div>
    </Panel>
  )
}

const getTextOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

function ExternalLink({ address, words }: { address: string; words: string }) {
  return (
    <p>
      <a href={address} {...externalLinkProps}>
        {words}
      </a>{' '}
      <span className={styles.facts}>
        {trainingPreviewMessages.elsewhere(URL.parse(address)?.host ?? address)}
      </span>
    </p>
  )
}

const renderFileLink = (id: unknown, words: string) =>
  typeof id === 'number' && (
    <p>
      <a href={`/api/files/${id}`} {...externalLinkProps}>
        {words}
      </a>
    </p>
  )

/** Renders content by type. HTML in an article stays text: React elements are the only markup. */
const contentViews: Record<ContentType, (content: AnyRecord) => ReactNode> = {
  article({ body }) {
    const article = getTextOrNull(body)
    if (article !== null && (isMarkdownTooDeep(article) || isArticleTooLong(article)))
      return (
        <p className={panel.warning}>
          {isMarkdownTooDeep(article) ? trainingPreviewMessages.deep : trainingPreviewMessages.long}
        </p>
      )
    return (
      article && (
        <article className={styles.article}>
          <MarkdownText>{article}</MarkdownText>
        </article>
      )
    )
  },
  video({ url, captions }) {
    const address = getTextOrNull(url)
    return (
      address && (
        <>
          <ExternalLink address={address} words={trainingPreviewMessages.watch} />
          {renderFileLink(captions, trainingPreviewMessages.captions)}
        </>
      )
    )
  },
  link: ({ url }) =>
    getTextOrNull(url) && (
      <ExternalLink address={String(url)} words={trainingPreviewMessages.open} />
    ),
  pdf: ({ file }) => renderFileLink(file, trainingPreviewMessages.pdf) || null,
  quiz: ({ id, questions, passMark }) =>
    getTextOrNull(questions) && (
      <QuizPreview key={id} text={String(questions)} passMark={Number(passMark ?? 0)} />
    ),
}
