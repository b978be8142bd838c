import { quizMessages } from './messages.ts'

/** A question of a quiz with its answers; `right` is the index of the correct answer. */
export type QuizQuestion = { question: string; answers: string[]; right: number }

/** An error in a line, counted from 1. */
export type QuizError = { line: number; message: string }

/**
 * Parses questions as entered: one per line, followed by its answers, which start with `-`, or with
 * `*` if correct.
 */
export function parseQuiz(text: string): { questions: QuizQuestion[]; problems: QuizError[] } {
  const problems: QuizError[] = []
  const found: { line: number; question: string; answers: { text: string; right: boolean }[] }[] =
    []
  for (const [at, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim()
    const mark = /^[*-]\s*/.exec(line)
    const last = found.at(-1)
    if (line === '') continue
    if (!mark) found.push({ line: at + 1, question: line, answers: [] })
    else if (!last) problems.push({ line: at + 1, message: quizMessages.noQuestion })
    else last.answers.push({ text: line.slice(mark[0].length), right: line.startsWith('*') })
  }
  for (const { line, answers } of found) {
    const right = answers.filter((answer) => answer.right).length
    if (answers.length < 2) problems.push({ line, message: quizMessages.noAnswers })
    else if (right !== 1)
      problems.push({ line, message: right === 0 ? quizMessages.noRight : quizMessages.manyRight })
  }
  if (found.length === 0 && problems.length === 0)
    problems.push({ line: 1, message: quizMessages.none })
  const questions = found.map(({ question, answers }) => ({
    question,
    answers: answers.map(({ text: answer }) => answer),
    right: answers.findIndex(({ right }) => right),
  }))
  return { questions, problems: problems.toSorted((one, other) => one.line - other.line) }
}

/** Returns the share of correct answers in whole percent. Answers are the selected indexes. */
export const calculateScore = (
  questions: readonly QuizQuestion[],
  chosen: readonly (number | null)[],
): number =>
  questions.length === 0
    ? 0
    : Math.floor(
        (questions.filter(({ right }, at) => chosen[at] === right).length / questions.length) * 100,
      )
