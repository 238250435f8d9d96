// Loaded before the store: what a power cut costs where commits are not on the disk when they are told.
import Database from 'better-sqlite3'

const { pragma } = Database.prototype
Database.prototype.pragma = function (source, options) {
  return pragma.call(this, source.replace('synchronous = FULL', 'synchronous = NORMAL'), options)
}
