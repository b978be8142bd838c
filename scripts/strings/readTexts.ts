import { resolve } from 'node:path'
import { API } from 'typescript/unstable/sync'
import * as ts from 'typescript/unstable/ast'
import { getFileMeaning, findTextPlace } from './findTextPlace.ts'
import type { Place } from './findTextPlace.ts'

/** A text that a user can read, with `{}` for each inserted value. */
export type Text = Place & { file: string; line: number; text: string }

const productFile = /^(?:client|server|shared|scripts|machines)\/.*\.tsx?$/

/**
 * Returns every text that a user can read, ordered by file and line, from TypeScript's syntax
 * trees.
 */
export function readTexts(root = process.cwd()): Text[] {
  const api = new API({ cwd: root })
  try {
    const config = resolve(root, 'tsconfig.json')
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (!project) throw new Error(`TypeScript found no project in ${root}`)
    return project.rootFiles
      .map((path) => path.slice(root.length + 1))
      .filter((file) => productFile.test(file))
      .toSorted()
      .flatMap((file) => {
        const source = project.program.getSourceFile(resolve(root, file))
        return source ? readFileTexts(source, file) : []
      })
  } finally {
    api.close()
  }
}

function readFileTexts(source: ts.SourceFile, file: string): Text[] {
  const texts: Text[] = []
  const fileMeaning = getFileMeaning(file, source.text)
  const visit = (node: ts.Node) => {
    const text = getText(node)
    const place = text === undefined ? null : findTextPlace(node, text, file, fileMeaning)
    if (text !== undefined && place) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      texts.push({ ...place, file, line: line + 1, text })
    }
    node.forEachChild(visit)
  }
  visit(source)
  return texts
}

/** Returns the text of a string, template, or markup if it contains letters. */
function getText(node: ts.Node): string | undefined {
  const text = ts.isTemplateExpression(node)
    ? node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('')
    : ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)
      ? node.text
      : ts.isJsxText(node)
        ? node.text.trim()
        : ''
  return /\p{L}/u.test(text.replaceAll('{}', '')) ? text.replaceAll(/\s+/g, ' ') : undefined
}
