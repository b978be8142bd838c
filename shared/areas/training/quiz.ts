import { quizMessages } from './messages.ts'

/** A question of a quiz with its answers; `right` is the index of the correct answer. */
export type QuizQuestion = { question: string; answers: string[]; right: number }

/** An error in a line, counted from 1. */
type QuizError = { line: number; message: string }

/**
 * Parses questions as entered: one per line, followed by its answers, which start with `-`, or with
 * `*` if correct.
 */
export function parseQuiz(text: string): { questions: QuizQuestion[]; problems: QuizError[] } {
  const errors: QuizError[] = []
  const parsed: { line: number; question: string; answers: { text: string; right: boolean }[] }[] =
    []
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim()
    const mark = /^[*-]\s*/.exec(line)
    const last = parsed.at(-1)
    if (line === '') continue
    if (!mark) parsed.push({ line: index + 1, question: line, answers: [] })
    else if (!last) errors.push({ line: index + 1, message: quizMessages.noQuestion })
    else last.answers.push({ text: line.slice(mark[0].length), right: line.startsWith('*') })
  }
  for (const { line, answers } of parsed) {
    const right = answers.filter((answer) => answer.right).length
    if (answers.length < 2) errors.push({ line, message: quizMessages.noAnswers })
    else if (right !== 1)
      errors.push({ line, message: right === 0 ? quizMessages.noRight : quizMessages.manyRight })
  }
  if (parsed.length === 0 && errors.length === 0)
    errors.push({ line: 1, message: quizMessages.none })
  const questions = parsed.map(({ question, answers }) => ({
    question,
    answers: answers.map(({ text: answer }) => answer),
    right: answers.findIndex(({ right }) => right),
  }))
  return { questions, problems: errors.toSorted((one, other) => one.line - other.line) }
}

/** Returns the share of correct answers in whole percent. Answers are the selected indexes. */
export const calculateScorePercent = (
  questions: readonly QuizQuestion[],
  answers: readonly (number | null)[],
): number =>
  questions.length === 0
    ? 0
    : Math.floor(
        (questions.filter(({ right }, index) => answers[index] === right).length /
          questions.length) *
          100,
      )
