#!/bin/sh
echo "no display here" >&2
exit 7
