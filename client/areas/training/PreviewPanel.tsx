import type { ReactNode } from 'react'
import Markdown from 'react-markdown'
import type { Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { isTooDeep, isTooLong } from '#shared/areas/training/publishing.ts'
import { contentTypes } from '#shared/areas/training/trainingContent.ts'
import type { ContentType } from '#shared/areas/training/trainingContent.ts'
import { Panel } from '#client/form/Panel.tsx'
import { aboutRecord } from '#client/list/panels/definePanels.ts'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './Preview.css.ts'
import { Quiz } from './Quiz.tsx'
import { previewWords as say } from './previewWords.ts'

/** Content as a member sees it. */
export function PreviewPanel({ resource, view, loaded: content }: PanelProps<AnyRecord>) {
  const type = content['type'] as ContentType // Of the kinds of its field.
  const facts = [
    contentTypes[type],
    say.minutes(Number(content['minutes'])),
    ...(content['required'] === true ? [say.required] : []),
  ]
  return (
    <Panel {...aboutRecord({ resource, view }, content, say.title)} size="large">
      <div className={panel.body}>
        {content['status'] !== 'published' && <p className={panel.warning}>{say.draft}</p>}
        <p className={styles.facts}>{facts.join(' · ')}</p>
        {views[type](content) ?? <p>{say.nothing}</p>}
      </div>
    </Panel>
  )
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

const outside = { target: '_blank', rel: 'noreferrer' } as const

function Away({ address, words }: { address: string; words: string }) {
  return (
    <p>
      <a href={address} {...outside}>
        {words}
      </a>{' '}
      <span className={styles.facts}>{say.elsewhere(URL.parse(address)?.host ?? address)}</span>
    </p>
  )
}

const fileLink = (id: unknown, words: string) =>
  typeof id === 'number' && (
    <p>
      <a href={`/api/files/${id}`} {...outside}>
        {words}
      </a>
    </p>
  )

/** Markup in an article is text: what is rendered is made of React's elements alone. */
const views: Record<ContentType, (content: AnyRecord) => ReactNode> = {
  article({ body }) {
    const article = text(body)
    if (article !== null && (isTooDeep(article) || isTooLong(article)))
      return <p className={panel.warning}>{isTooDeep(article) ? say.deep : say.long}</p>
    return (
      article && (
        <article className={styles.article}>
          <Markdown remarkPlugins={[remarkGfm]} components={linked}>
            {article}
          </Markdown>
        </article>
      )
    )
  },
  video({ url, captions }) {
    const address = text(url)
    return (
      address && (
        <>
          <Away address={address} words={say.watch} />
          {fileLink(captions, say.captions)}
        </>
      )
    )
  },
  link: ({ url }) => text(url) && <Away address={String(url)} words={say.open} />,
  pdf: ({ file }) => fileLink(file, say.pdf) || null,
  quiz: ({ id, questions, passMark }) =>
    text(questions) && <Quiz key={id} text={String(questions)} passMark={Number(passMark ?? 0)} />,
}

/** Its headings stand below that of the panel; its pictures are links, since the page shows none from elsewhere. */
const linked: Components = {
  a: ({ href, children }) => (
    <a href={href} {...outside}>
      {children}
    </a>
  ),
  img: ({ src, alt }) => (
    <a href={String(src)} {...outside}>
      {alt || String(src)}
    </a>
  ),
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
}
