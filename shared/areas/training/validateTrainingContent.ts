import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { isMarkdownTooDeep, maxMarkdownDepth } from '#shared/format/markdown.ts'
import { parseQuiz } from './quiz.ts'
import { articleMessages, quizMessages } from './messages.ts'

/** The most lines of an article, and the most markup characters. */
const [maxLines, maxMarks] = [1000, 2000]

/** Validates the questions of a published quiz. */
function validateQuestions(questions: unknown): ValidationErrors {
  const [first] = questions ? parseQuiz(String(questions)).problems : []
  return first ? { questions: quizMessages.atLine(first.line, first.message) } : {}
}

/**
 * Whether an article has too many lines or markup characters. Each such character is compared with
 * others: 20,000 of them would block a renderer for seconds.
 */
export const isArticleTooLong = (article: string): boolean =>
  article.split('\n').length > maxLines || (article.match(/[*_~[|]/g)?.length ?? 0) > maxMarks

function validateArticle(body: string): ValidationErrors {
  if (isMarkdownTooDeep(body)) return { body: articleMessages.tooDeep(maxMarkdownDepth) }
  return isArticleTooLong(body) ? { body: articleMessages.tooLong(maxLines, maxMarks) } : {}
}

type ContentValues = Readonly<Record<string, unknown>>

/**
 * Returns the errors of content by field (screens.md, Training content). Single fields are
 * validated elsewhere.
 */
export function validateTrainingContent({
  type,
  status,
  body,
  questions,
}: ContentValues): ValidationErrors {
  const isOpen = type === 'quiz' && status === 'published'
  return {
    ...(isOpen && validateQuestions(questions)),
    ...(typeof body === 'string' && validateArticle(body)),
  }
}
