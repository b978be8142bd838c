// The Markdown reader is large, so it loads with the first note.
export { MarkdownText } from '../ui/texts/MarkdownText.tsx'
