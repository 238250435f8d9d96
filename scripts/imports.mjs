// @ts-check
import { dirname, join, normalize } from 'node:path'
import { parseSync, Visitor } from 'vite'

/**
 * @typedef {{ imports: string[], readsEnv: boolean, fetches: boolean }} Facts what a source file reaches for; `imports`
 *   are paths from the root, or names of packages
 */

/**
 * @param {string} path the file's, from the root
 * @param {string} text
 * @returns {Facts}
 */
export function factsOf(path, text) {
  /** @type {Facts} */
  const facts = { imports: [], readsEnv: false, fetches: false }
  const { program, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  /** @param {unknown} source */
  const add = (source) => {
    const { value } = /** @type {{ value?: unknown }} */ (source ?? {})
    if (typeof value === 'string') facts.imports.push(targetOf(value, path))
  }
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
    TSImportType: ({ source }) => add(source),
    MemberExpression: ({ object, property }) => {
      if (nameOf(property) === 'env' && nameOf(object) === 'process') facts.readsEnv = true
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'ObjectPattern' && nameOf(init) === 'process') facts.readsEnv = true
    },
    CallExpression: ({ callee }) => {
      if (nameOf(callee) === 'fetch') facts.fetches = true
    },
  }).visit(program)
  facts.readsEnv ||= facts.imports.includes('node:process')
  return facts
}

/** The name in `process`, `globalThis.process`, `'env'`. @param {unknown} node @returns {unknown} */
function nameOf(node) {
  const { name, value, property } = /** @type {{ name?: unknown, value?: unknown, property?: unknown }} */ (node ?? {})
  return name ?? value ?? (property ? nameOf(property) : undefined)
}

/** A path from the root for what is ours, else the package as it is written. @param {string} source @param {string} from */
function targetOf(source, from) {
  return source.startsWith('.') ? normalize(join(dirname(from), source.replace(/\?.*$/, ''))) : source
}
