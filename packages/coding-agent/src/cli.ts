#!/usr/bin/env node
console.log("tau");
