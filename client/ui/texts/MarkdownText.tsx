import Markdown from 'react-markdown'
import type { Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'

/** How links to other sites open. */
export const externalLinkProps = { target: '_blank', rel: 'noreferrer' } as const

/**
 * Headings are below the heading of a panel. Images are links, since the page loads none from other
 * sites.
 */
const markdownComponents: Components = {
  a: ({ href, children }) => (
    <a href={href} {...externalLinkProps}>
      {children}
    </a>
  ),
  img: ({ src, alt }) => (
    <a href={String(src)} {...externalLinkProps}>
      {alt || String(src)}
    </a>
  ),
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
}

/** Renders Markdown. HTML in it stays text: React elements are the only markup. */
export const MarkdownText = ({ children }: { children: string }) => (
  <Markdown remarkPlugins={[remarkGfm]} components={markdownComponents}>
    {children}
  </Markdown>
)
