import { formatNumber } from '#shared/format/numbers.ts'

/** Why the text of an article isn't accepted. */
export const articleMessages = {
  tooDeep: (max: number) => `Nest lists and quotes at most ${max} levels deep in an article.`,
  tooLong: (lines: number, marks: number) =>
    `An article can have at most ${formatNumber(lines)} lines and ${formatNumber(marks)} formatting characters (* _ ~ [ |).`,
} as const

/** Errors in the questions of a quiz. */
export const quizMessages = {
  atLine: (line: number, problem: string) => `Line ${line}: ${problem}`,
  noQuestion: 'Put each answer below its question.',
  noAnswers: 'Add at least two answers to this question.',
  noRight: 'Start the correct answer with *.',
  manyRight: 'Start only one answer with *.',
  none: 'Enter at least one question.',
} as const
